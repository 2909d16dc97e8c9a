import { type Approver, approveWith } from '@drawbridge/core'

/**
 * Approves if there is no terminal, so that the demo also runs in a script. It is not a person, and the record says so.
 */
export const demoApprover: Approver = approveWith('demo-script', () => ({
  answer: 'allow_once',
  reason: 'the demo approves in your place',
}))
