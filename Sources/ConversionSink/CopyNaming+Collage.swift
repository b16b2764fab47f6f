public import Files

extension CopyNaming {
  /// The naming of a collage: by its title, which people look for; else by its first original, so that it stands beside that in a
  /// list: "IMG_1234-collage". No date and no counter: the same originals and settings give the same name at any time, in
  /// any language.
  ///
  /// - Parameters:
  ///   - first: the first original, which need not be readable.
  ///   - template: the `--name` template, whose fields are the first original's and the collage's date.
  ///   - page: of a collage of several pages, the number of this one, from 1; the first is numbered like the others.
  ///   - group: of several pages, `pages(of:)`; where a name is taken, they are told from others by the same digits.
  public static func collage(
    of first: FilePath,
    title: String? = nil,
    template: String? = nil,
    page: Int = 1,
    of count: Int = 1,
    group: ContentHash? = nil
  ) -> CopyNaming {
    var naming = CopyNaming(template: template, picture: page, of: count, numbersAll: true)
    naming.group = group
    naming.stem = title.flatMap(stem(ofTitle:)) ?? first.stem + Array("-collage".utf8)
    return naming
  }

  /// What tells all pages of a collage from those of another, by any of its originals or settings.
  ///
  /// - Parameters:
  ///   - sources: of all pages.
  ///   - recipe: the first page's.
  public static func pages(of sources: [SinkSource], _ facts: CollageFacts, _ recipe: Recipe) -> ContentHash {
    let text = CopyOrigin(collage: sources).keyHash.hex + facts.added(to: recipe).hash
    return ContentHash(of: Array(text.utf8))
  }

  /// Whether a file of a collage had to be told from others by the digits of `group`: then its further pages are, too.
  public func isTold(_ path: FilePath) -> Bool {
    guard let group else { return false }
    return String(decoding: path.stem, as: UTF8.self).hasSuffix(pictureSuffix + "~" + group.shortHex)
  }

  /// A title as a name; nil where nothing of it can stand in one.
  private static func stem(ofTitle title: String) -> [UInt8]? {
    let scalars = title.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      case "/": "\u{2215}"
      case _ where scalar.properties.generalCategory == .control: " "
      default: scalar
      }
    }
    // A dot in front would hide the file; one behind, or a space, is lost on the way through Windows.
    let isIdle = { (scalar: Unicode.Scalar) in scalar == "." || scalar.properties.isWhitespace }
    guard let start = scalars.firstIndex(where: { !isIdle($0) }),
      let end = scalars.lastIndex(where: { !isIdle($0) })
    else { return nil }
    return Array(String(String.UnicodeScalarView(scalars[start...end])).utf8)
  }
}
