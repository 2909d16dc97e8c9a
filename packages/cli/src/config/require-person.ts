import { DrawbridgeError } from '@drawbridge/core'
import { operatorOf } from '@drawbridge/sandbox/operator'
import type { Io } from '../io/io.ts'

/** Throws if a tool started this process: settings say what a model may do, so a model must not change them. */
export function requirePerson({ environment }: Pick<Io, 'environment'>, what: string): void {
  if (operatorOf(environment).human) return
  throw new DrawbridgeError(
    'invalid_option',
    `Only a person can ${what}, and a tool started this command. Nothing was changed. Do it from your own terminal.`,
  )
}
