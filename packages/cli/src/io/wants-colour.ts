/**
 * Returns true if output should be coloured: as the person says (`NO_COLOR`, `FORCE_COLOR`), else on terminals that
 * support it. See no-color.org.
 */
export function wantsColour(
  isTerminal: boolean,
  { NO_COLOR, FORCE_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0'
  return isTerminal && TERM !== 'dumb'
}
