/** What a number may continue with, by how it ends so far. */
export enum NumberEnd {
  Minus,
  Zero,
  Integer,
  Point,
  Fraction,
  Exponent,
  Sign,
  Power,
}

export const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Whether a number may end here. */
export const isWholeNumber = (end: NumberEnd): boolean =>
  end === NumberEnd.Zero ||
  end === NumberEnd.Integer ||
  end === NumberEnd.Fraction ||
  end === NumberEnd.Power;

/** The state of a number after a byte; null if the byte doesn't belong to it. */
export function afterNumber(end: NumberEnd, byte: number): NumberEnd | null {
  if (isDigit(byte)) {
    switch (end) {
      case NumberEnd.Minus:
        return byte === 0x30 ? NumberEnd.Zero : NumberEnd.Integer;
      case NumberEnd.Zero:
        return null;
      case NumberEnd.Point:
        return NumberEnd.Fraction;
      case NumberEnd.Exponent:
      case NumberEnd.Sign:
        return NumberEnd.Power;
      default:
        return end;
    }
  }
  const isInteger = end === NumberEnd.Zero || end === NumberEnd.Integer;
  if (byte === 0x2e) return isInteger ? NumberEnd.Point : null;
  if (byte === 0x65 || byte === 0x45)
    return isInteger || end === NumberEnd.Fraction ? NumberEnd.Exponent : null;
  if (byte === 0x2b || byte === 0x2d) return end === NumberEnd.Exponent ? NumberEnd.Sign : null;
  return null;
}
