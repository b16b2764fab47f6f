internal import Glibc

/// How far apart two colours look.
public enum ColourDistance {
  /// CIE L*a*b*, white D65, of light on BT.709's primaries, 1 is white.
  public static func lab(_ light: [Double]) -> [Double] {
    let xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]].map {
      $0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2]
    }
    let f = zip(xyz, [0.9505, 1, 1.089]).map { value, white in
      let part = value / white
      return part > 216.0 / 24389 ? cbrt(part) : (24389.0 / 27 * part + 16) / 116
    }
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
  }

  /// The same of sRGB numbers 0...255.
  public static func lab(sRGB numbers: [Double]) -> [Double] {
    lab(
      numbers.map { number in
        let code = number / 255
        return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
      }
    )
  }

  /// CIEDE2000 (CIE 142) of two colours in L*a*b*; from 1 on it can be seen side by side.
  public static func ciede2000(_ first: [Double], _ second: [Double]) -> Double {
    func grey(_ chroma: Double) -> Double { sqrt(pow(chroma, 7) / (pow(chroma, 7) + pow(25, 7))) }
    func degrees(_ a: Double, _ b: Double) -> Double {
      let angle = atan2(b, a) * 180 / .pi
      return a == 0 && b == 0 ? 0 : angle < 0 ? angle + 360 : angle
    }
    func cosine(_ angle: Double) -> Double { cos(angle * .pi / 180) }
    let mean = (hypot(first[1], first[2]) + hypot(second[1], second[2])) / 2
    let stretch = 1 + 0.5 * (1 - grey(mean))
    let (a1, a2) = (first[1] * stretch, second[1] * stretch)
    let (chroma1, chroma2) = (hypot(a1, first[2]), hypot(a2, second[2]))
    let (hue1, hue2) = (degrees(a1, first[2]), degrees(a2, second[2]))
    let isGrey = chroma1 * chroma2 == 0
    var turn = isGrey ? 0 : hue2 - hue1
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    let hue = isGrey ? hue1 + hue2 : abs(hue1 - hue2) > 180 ? (hue1 + hue2 + 360) / 2 : (hue1 + hue2) / 2
    let (lightness, chroma) = ((first[0] + second[0]) / 2 - 50, (chroma1 + chroma2) / 2)
    let t =
      1 - 0.17 * cosine(hue - 30) + 0.24 * cosine(2 * hue) + 0.32 * cosine(3 * hue + 6)
      - 0.2 * cosine(4 * hue - 63)
    let l = (second[0] - first[0]) / (1 + 0.015 * lightness * lightness / sqrt(20 + lightness * lightness))
    let c = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    let h = 2 * sqrt(chroma1 * chroma2) * sin(turn * .pi / 360) / (1 + 0.015 * chroma * t)
    let bend = 60 * exp(-pow((hue - 275) / 25, 2))
    return sqrt(l * l + c * c + h * h - 2 * grey(chroma) * sin(bend * .pi / 180) * c * h)
  }
}
