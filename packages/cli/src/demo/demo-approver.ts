import { type Approver, approveWith } from '@drawbridge/core'

/** Says yes where nobody sits at a terminal, so that the demo runs in a script too. It is no person, and the record says so. */
export const demoApprover: Approver = approveWith('demo-script', () => ({
  answer: 'allow_once',
  reason: 'the demo says yes in your place',
}))
