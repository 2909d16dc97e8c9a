import type { Failure } from '../outcome/failure.ts'

/** Returns what is wrong with a call that gives one field under two names. */
export function twice(first: string, second: string): Pick<Failure, 'code' | 'message'> {
  return {
    code: 'validation_error',
    message: `"${first}" and "${second}" mean the same field. Give only one of them.`,
  }
}
