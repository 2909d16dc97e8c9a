import { DrawbridgeError } from '@drawbridge/core'
import { operatorOf } from './operator-of.ts'

export { operatorOf }

/**
 * Throws if a tool started this process: settings say what a model may do, so a model must not change them.
 * @param what Completes "Only a person can".
 * @throws DrawbridgeError `invalid_option`
 */
export function requirePerson(environment: Readonly<Record<string, string | undefined>>, what: string): void {
  if (operatorOf(environment).human) return
  throw new DrawbridgeError(
    'invalid_option',
    `Only a person can ${what}, and a tool started this command. Nothing was changed. Do it from your own terminal.`,
  )
}
