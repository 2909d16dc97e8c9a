import { escapeToOneLine } from '@drawbridge/core'
import type { KeptApproval } from '@drawbridge/sdk/authority'
import { describeTarget } from '../approval/describe-target.ts'
import type { Style } from '../text/create-style.ts'

/** Longest input that is shown. */
const maxLength = 400

/** A question in a few lines: what would be done, why it is asked, and how it can be answered. */
export function renderApproval({ request, state, askedBy, decision, decidedBy }: KeptApproval, style: Style): string {
  const { id, tool, permission, risk, dangerous, reason, rule, targets, input, offers, expiresAt } = request
  const answers = offers.map(({ answer }) => answer).join(', ')
  const danger = dangerous ? `, ${style.bad('DANGEROUS')}` : ''
  const lines = [
    `${style.strong(escapeToOneLine(tool))}  (${permission}, risk ${risk}${danger})  ${escapeToOneLine(id)}`,
    `  Why     ${escapeToOneLine(`${reason} Rule: ${rule}.`)}`,
    ...targets.map((target) => {
      const { label, value, notes, warnings } = describeTarget(target)
      return `  ${label.padEnd(8)}${escapeToOneLine([value, ...notes, ...warnings].join('; '))}`
    }),
    `  Input   ${shorten(escapeToOneLine(JSON.stringify(input) ?? ''))}`,
    `  From    ${escapeToOneLine(describeOrigin({ request, askedBy }))}`,
    state === 'pending'
      ? `  Answer  ${answers}, until ${new Date(expiresAt).toISOString()}`
      : `  State   ${state}${decision === undefined ? '' : `: ${decision.answer} by ${escapeToOneLine(decidedBy ?? '')}`}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Who asks, and from where. */
export function describeOrigin({ request, askedBy }: Pick<KeptApproval, 'request' | 'askedBy'>): string {
  const { user, session } = request.principal
  return `${askedBy}, session ${session}${user === undefined ? '' : `, for ${user}`}, in ${request.cwd}`
}

function shorten(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)} [... ${text.length - maxLength} more characters]` : text
}
