/// Writes into an XMP model what the file holds behind its primary picture.
struct XMPContents {
  let contents: PhotoContents
  /// The primary picture's.
  let mediaType: String

  /// Names of flags that readers look for as attributes of rdf:Description alone.
  private static let flags = [
    "GCamera:MotionPhoto", "GCamera:MotionPhotoVersion", "GCamera:MotionPhotoPresentationTimestampUs",
    "GCamera:MicroVideo", "GCamera:MicroVideoVersion", "GCamera:MicroVideoOffset",
    "GCamera:MicroVideoPresentationTimestampUs", "hdrgm:Version",
  ]

  private var isEmpty: Bool { contents.video == nil && contents.gainMapByteCount == nil }

  /// States everything; what the model said before must be gone.
  func write(to document: XMPDocument) throws {
    if contents.gainMapByteCount != nil { try document.set(XMPNamespace.gainMap, "Version", to: "1.0") }
    if let video = contents.video { try write(video, to: document) }
    if isEmpty { return }
    for item in items {
      let fields = item.map { ("Container:Item/Item:\($0)", $1) }
      try document.append(XMPNamespace.googleContainer, "Directory", as: .sequence, fields: fields)
    }
  }

  private func write(_ video: PhotoContents.Video, to document: XMPDocument) throws {
    let camera = XMPNamespace.googleCamera
    let time = video.presentationMicroseconds.map { String($0) }
    try document.set(camera, "MotionPhoto", to: "1")
    try document.set(camera, "MotionPhotoVersion", to: "1")
    if let time { try document.set(camera, "MotionPhotoPresentationTimestampUs", to: time) }
    guard video.isMicroVideoToo else { return }
    try document.set(camera, "MicroVideo", to: "1")
    try document.set(camera, "MicroVideoVersion", to: "1")
    try document.set(camera, "MicroVideoOffset", to: String(video.byteCount))
    if let time { try document.set(camera, "MicroVideoPresentationTimestampUs", to: time) }
  }

  /// The directory: exactly these, in the order of the file. The primary picture's length is told as 0.
  private var items: [[(String, String)]] {
    var items = [
      [
        ("Mime", mediaType), ("Semantic", "Primary"), ("Length", "0"),
        ("Padding", "\(contents.primaryPadding)"),
      ]
    ]
    if let count = contents.gainMapByteCount {
      items.append([
        ("Mime", "image/jpeg"), ("Semantic", "GainMap"), ("Length", "\(count)"), ("Padding", "0"),
      ])
    }
    if let video = contents.video {
      items.append([
        ("Mime", video.mediaType), ("Semantic", "MotionPhoto"), ("Length", "\(video.byteCount)"),
        ("Padding", "0"),
      ])
    }
    return items
  }

  /// The serialised model in the form that the specifications show. RDF allows several, of which the toolkit writes elements;
  /// Android's own reader and others know only attributes, for the flags on rdf:Description and for an entry's fields.
  func inReadersForm(_ text: String) -> String {
    if isEmpty { return text }
    var text = text
    for flag in Self.flags { text = XMPPacket.movedToAttribute(flag, in: text) }
    guard let start = text.firstRange(of: "<Container:Directory>"),
      let end = text[start.upperBound...].firstRange(of: "</Container:Directory>")
    else { return text }
    let entries = items.map { fields in
      let attributes = fields.map { " Item:\($0)=\"\($1)\"" }.joined()
      return "<rdf:li rdf:parseType=\"Resource\"><Container:Item\(attributes)/></rdf:li>"
    }
    let list = "\n<rdf:Seq>\n\(entries.joined(separator: "\n"))\n</rdf:Seq>\n"
    return text[..<start.upperBound] + list + text[end.lowerBound...]
  }
}
