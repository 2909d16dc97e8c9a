/** Returns the reason why a call may touch files that its words do not name; `undefined` if they name all. */
export function unnamedBy(
  touches: 'named' | 'reported' | 'any',
  unclear: string | undefined,
  reason: string | undefined,
): string | undefined {
  switch (touches) {
    case 'named':
      return undefined
    case 'reported':
      return unclear
    case 'any':
      return unclear ?? reason
    default:
      return touches satisfies never
  }
}
