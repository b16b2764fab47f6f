/// The program's name and version, as it stands in `--version`, in XMP and in the catalogue.
public enum ProgramVersion {
  /// The version, by semantic versioning.
  public static let number = "0.1.0"
  /// "shiying 0.1.0".
  public static let nameAndVersion = "shiying \(number)"
}
