import type { ApprovalRequest } from '@drawbridge/core'
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import { describeTarget } from './describe-target.ts'
import { showText } from './show-text.ts'

const limits = { reason: 600, argumentName: 60, argument: 600, arguments: 10, targets: 10, ancestors: 5 }

/** Characters that a person may write beside the answer. */
export const answerReasonLimit = 500

/**
 * The question as an MCP elicitation form: what would run, why it is asked, and a closed choice of the answers on offer. Its size
 * is bounded whatever the call holds. No answer is preset, so a client that fills in defaults approves nothing.
 */
export function approvalForm(request: ApprovalRequest): ElicitRequestFormParams {
  const answers = request.offers.map((offer) => offer.answer)
  return {
    mode: 'form',
    message: describeRequest(request),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: answers },
        reason: {
          type: 'string',
          title: 'Reason',
          description: 'Optional. The model reads it when you refuse.',
          maxLength: answerReasonLimit,
        },
      },
      required: ['decision'],
    },
  }
}

function describeRequest(request: ApprovalRequest): string {
  const { tool, permission, risk, targets, reason, offers } = request
  return [
    `May ${showText(tool, 200)} run? It is a ${permission} call of risk ${risk}.`,
    `Why you are asked: ${showText(reason, limits.reason)}`,
    ...listed('It will touch:', targets.map(describeTarget), limits.targets),
    ...listed('Arguments:', describeArguments(request.input), limits.arguments),
    ...askedBy(request),
    'Answers:',
    ...offers.map(({ answer, scope }) => `- ${answer}: ${showText(scope, 200)}`),
  ].join('\n')
}

function describeArguments(input: unknown): readonly string[] {
  if (typeof input !== 'object' || input === null) return [showText(JSON.stringify(input) ?? 'none', limits.argument)]
  return Object.entries(input).map(
    ([name, value]) =>
      `${showText(name, limits.argumentName)}: ${showText(JSON.stringify(value) ?? 'none', limits.argument)}`,
  )
}

function askedBy({ principal: { role, agent, parents } }: ApprovalRequest): readonly string[] {
  if (agent === undefined && parents.length === 0) return []
  const ancestors = parents
    .slice(0, limits.ancestors)
    .reverse()
    .map((parent) => parent.agent ?? parent.run)
  const chain = [...ancestors, `${agent ?? 'agent'} (${role})`].map((name) => showText(name, 80))
  return [`Asked by: ${chain.join(' > ')}`]
}

function listed(title: string, lines: readonly string[], limit: number): readonly string[] {
  if (lines.length === 0) return []
  const rest = lines.length - limit
  return [title, ...lines.slice(0, limit).map((line) => `- ${line}`), ...(rest > 0 ? [`- … and ${rest} more`] : [])]
}
