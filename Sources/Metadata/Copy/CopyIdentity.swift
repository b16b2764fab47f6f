/// Who a copy is: copies that kept their original's identity would be stacked with it, or hidden behind it.
public struct CopyIdentity: Hashable, Sendable {
  /// A fresh UUID for `xmpMM:DocumentID`.
  public var documentIdentifier: String
  /// A fresh UUID for `xmpMM:InstanceID`.
  public var instanceIdentifier: String
  /// Name and version of the program.
  public var program: String
  /// When the copy is made, ISO 8601 with offset.
  public var date: String
  /// The pairing identifier of a still that is made to be half of a Live Photo: an upper-case UUID.
  public var pairingIdentifier: String?

  /// Makes an identity.
  public init(
    documentIdentifier: String,
    instanceIdentifier: String,
    program: String,
    date: String,
    pairingIdentifier: String? = nil
  ) {
    self.pairingIdentifier = pairingIdentifier
    self.documentIdentifier = documentIdentifier
    self.instanceIdentifier = instanceIdentifier
    self.program = program
    self.date = date
  }
}
