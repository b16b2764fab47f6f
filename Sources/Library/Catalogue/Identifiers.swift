internal import FoundationEssentials

/// A new random UUID (RFC 9562, version 4), lower case.
func newUUID() -> String { UUID().uuidString.lowercased() }

/// A UUID in the form kept in the catalogue, or nil where the text is none.
func canonicalUUID(_ text: String) -> String? { UUID(uuidString: text)?.uuidString.lowercased() }
