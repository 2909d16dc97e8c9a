/** A token that scrubbing takes for a real one; put together at run time, so that no scanner takes a test for a leak. */
export function madeUpToken(seed: number): string {
  const alphabet = 'a8Kd2Zq7Lm4Xw9Tb3Rc6Vn1Hs5Yf0Pj'
  const letters = Array.from({ length: 36 }, (_, index) => alphabet[(seed * 7 + index * (5 + seed)) % alphabet.length])
  return ['ghp', letters.join('')].join('_')
}
