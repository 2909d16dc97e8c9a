import { parseHostPattern } from './host-pattern.ts'

/**
 * Returns true if a host list accepts the entry: `example.com`, `10.0.0.7`, `[fd00::7]`, or `*.example.com` for all
 * subdomains. Loads nothing else.
 */
export function isHostPattern(text: string): boolean {
  return parseHostPattern(text) !== undefined
}
