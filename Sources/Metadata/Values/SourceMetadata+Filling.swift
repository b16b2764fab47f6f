extension SourceMetadata {
  /// Fills what this source does not say from a less trusted one.
  ///
  /// A field that is stated here wins. A date that lacks sub-seconds or offset takes them from the other source's date
  /// where both show the same second: they are known there, not invented.
  ///
  /// - Parameter joiningLists: whether the tags and albums of both are joined; otherwise a list that is not empty
  ///   wins whole.
  public func filling(from lower: SourceMetadata, joiningLists: Bool = false) -> SourceMetadata {
    var result = self
    result.captureDate = captureDate?.completed(by: lower.captureDate) ?? lower.captureDate
    result.place = place ?? lower.place
    result.favourite = favourite ?? lower.favourite
    result.rating = rating ?? lower.rating
    result.title = title ?? lower.title
    result.description = description ?? lower.description
    if joiningLists {
      result.tags = Tag.join([tags, lower.tags])
      result.albums = Self.joined(albums, lower.albums)
    } else {
      if tags.isEmpty { result.tags = lower.tags }
      if albums.isEmpty { result.albums = lower.albums }
    }
    return result
  }

  /// This metadata, whole as it is, but for sub-seconds and offset of the date, which another source may know.
  public func completingDate(from lower: SourceMetadata) -> SourceMetadata {
    var result = self
    result.captureDate = captureDate?.completed(by: lower.captureDate)
    return result
  }

  /// Albums are the same if they have the same identifier, or the same name where one of them has no identifier.
  static func joined(_ albums: [AlbumReference], _ lower: [AlbumReference]) -> [AlbumReference] {
    var result = albums
    for album in lower {
      let index = result.firstIndex { known in
        if let left = known.identifier, let right = album.identifier { return left == right }
        return known.name == album.name
      }
      if let index {
        result[index].identifier = result[index].identifier ?? album.identifier
      } else {
        result.append(album)
      }
    }
    return result
  }
}

extension CaptureDate {
  /// This date, its unknown sub-seconds and offset taken from another that shows the same second.
  func completed(by other: CaptureDate?) -> CaptureDate {
    guard let other, isSameWallClockSecond(as: other) else { return self }
    var date = self
    date.subsecondDigits = subsecondDigits ?? other.subsecondDigits
    date.offsetMinutes = offsetMinutes ?? other.offsetMinutes
    return date
  }
}
