import { parseHostPattern } from './host-pattern.ts'

/** Whether a host list takes an entry: `example.com`, `10.0.0.7`, `[fd00::7]`, or `*.example.com` for all below it. Loads nothing else. */
export function isHostPattern(text: string): boolean {
  return parseHostPattern(text) !== undefined
}
