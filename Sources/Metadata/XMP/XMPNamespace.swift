/// Namespaces of XMP properties: URI and the prefix that readers expect.
enum XMPNamespace {
  static let dc = "http://purl.org/dc/elements/1.1/"
  static let xmp = "http://ns.adobe.com/xap/1.0/"
  static let xmpMM = "http://ns.adobe.com/xap/1.0/mm/"
  static let stRef = "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"
  static let stEvt = "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
  static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
  static let exif = "http://ns.adobe.com/exif/1.0/"
  static let tiff = "http://ns.adobe.com/tiff/1.0/"
  static let lr = "http://ns.adobe.com/lightroom/1.0/"
  static let digiKam = "http://www.digikam.org/ns/1.0/"
  static let microsoft = "http://ns.microsoft.com/photo/1.0/"
  /// As exiftool and the sidecars of many programs write it.
  static let microsoftWithoutSlash = "http://ns.microsoft.com/photo/1.0"
  static let acdsee = "http://ns.acdsee.com/iptc/1.0/"
  static let mediapro = "http://ns.iview-multimedia.com/mediapro/1.0/"
  static let collections = "http://www.metadataworkinggroup.com/schemas/collections/"
  static let regions = "http://www.metadataworkinggroup.com/schemas/regions/"
  static let plus = "http://ns.useplus.org/ldf/xmp/1.0/"
  static let creativeCommons = "http://creativecommons.org/ns#"
  static let rights = "http://ns.adobe.com/xap/1.0/rights/"
  static let area = "http://ns.adobe.com/xmp/sType/Area#"
  /// As some programs write it.
  static let oldArea = "http://ns.adobe.com/xap/1.0/sType/Area#"
  static let dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
  static let appleFaces = "http://ns.apple.com/faceinfo/1.0/"
  static let microsoftPeople = "http://ns.microsoft.com/photo/1.2/"
  static let microsoftRegionInfo = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
  static let microsoftRegion = "http://ns.microsoft.com/photo/1.2/t/Region#"
  static let acdseeRegions = "http://ns.acdsee.com/regions/"
  static let googlePanorama = "http://ns.google.com/photos/1.0/panorama/"
  static let fstop = "http://www.fstopapp.com/xmp/"
  static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
  static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
  static let note = "http://ns.adobe.com/xmp/note/"
  static let gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
  static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
  static let applePixelData = "http://ns.apple.com/pixeldatainfo/1.0/"
  static let googleCamera = "http://ns.google.com/photos/1.0/camera/"
  static let googleContainer = "http://ns.google.com/photos/1.0/container/"
  static let googleContainerItem = "http://ns.google.com/photos/1.0/container/item/"
  static let googleDepth = "http://ns.google.com/photos/1.0/depthmap/"
  static let googleImage = "http://ns.google.com/photos/1.0/image/"
  static let dynamicDepth = "http://ns.google.com/photos/dd/1.0/device/"
  static let oplusCamera = "http://ns.oplus.com/photos/1.0/camera/"
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

  /// Prefixes that are to be used whatever a file calls them; XMP's own schemas are known to the toolkit.
  static let prefixes: [(uri: String, prefix: String)] = [
    (lr, "lr"), (digiKam, "digiKam"), (microsoftWithoutSlash, "MicrosoftPhoto"), (acdsee, "acdsee"),
    (mediapro, "mediapro"), (collections, "mwg-coll"), (regions, "mwg-rs"), (fstop, "fstop"),
    (iptcExtension, "Iptc4xmpExt"), (note, "xmpNote"), (gainMap, "hdrgm"), (appleGainMap, "HDRGainMap"),
    (applePixelData, "apdi"), (googleCamera, "GCamera"), (googleContainer, "Container"),
    (googleContainerItem, "Item"), (googleDepth, "GDepth"), (googleImage, "GImage"), (dynamicDepth, "Device"),
    (oplusCamera, "OpCamera"), (area, "stArea"), (oldArea, "stAreaOld"), (dimensions, "stDim"),
    (appleFaces, "apple-fi"), (microsoftPeople, "MP"), (microsoftRegionInfo, "MPRI"),
    (microsoftRegion, "MPReg"),
    (acdseeRegions, "acdsee-rs"), (googlePanorama, "GPano"),
  ]
}
