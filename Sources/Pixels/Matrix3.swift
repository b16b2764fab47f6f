/// A 3 x 3 matrix of doubles, by rows: just enough to derive colour matrices from chromaticities.
struct Matrix3: Hashable, Sendable {
  var rows: [SIMD3<Double>]

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = [first, second, third]
  }

  static func diagonal(_ values: SIMD3<Double>) -> Matrix3 {
    Matrix3([values.x, 0, 0], [0, values.y, 0], [0, 0, values.z])
  }

  var transposed: Matrix3 { Matrix3(column(0), column(1), column(2)) }

  func column(_ index: Int) -> SIMD3<Double> { [rows[0][index], rows[1][index], rows[2][index]] }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    [(matrix.rows[0] * vector).sum(), (matrix.rows[1] * vector).sum(), (matrix.rows[2] * vector).sum()]
  }

  static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
    Matrix3(left * right.column(0), left * right.column(1), left * right.column(2)).transposed
  }

  /// The inverse, by cofactors; the determinant must not be zero (it never is for the primaries of a real
  /// display).
  var inverse: Matrix3 {
    let (a, b, c) = (rows[0], rows[1], rows[2])
    let (first, second, third) = (Self.cross(b, c), Self.cross(c, a), Self.cross(a, b))
    let determinant = (a * first).sum()
    return Matrix3(first / determinant, second / determinant, third / determinant).transposed
  }

  private static func cross(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> SIMD3<Double> {
    [
      left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z,
      left.x * right.y - left.y * right.x,
    ]
  }
}
