import Testing
@testable import Containers
