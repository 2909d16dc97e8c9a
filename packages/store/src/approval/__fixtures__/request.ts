import type { ApprovalRequest } from '@drawbridge/core'
import { type ApprovalParts, partsOf } from '@drawbridge/core/approval'
import { testPrincipal } from '@drawbridge/core/testing'

const offers = ['allow_once', 'allow_for_session', 'deny', 'abort'] as const

/** A request like any other, with the given parts in place. */
export function approvalRequest(parts: Partial<ApprovalRequest> = {}): ApprovalRequest {
  const request = {
    id: 'approval_1',
    toolCallId: 'call_1',
    tool: 'fs.write_file',
    permission: 'write',
    risk: 'medium',
    tags: [],
    input: { path: 'a.txt', content: 'x\u0000' },
    targets: [],
    cwd: '/workspace',
    environment: [],
    hosts: [],
    dangerous: false,
    reason: 'It changes something.',
    rule: 'default.write',
    hooks: [],
    suggested: 'allow_once',
    offers: offers.map((answer) => ({ answer, scope: 'this call only' })),
    principal: testPrincipal,
    expiresAt: 120_000,
    digest: '00',
    withheld: [],
    earlier: [],
    askedAt: 0,
    answerableUntil: 120_000,
    ...parts,
  } satisfies Omit<ApprovalRequest, keyof ApprovalParts>
  return { ...partsOf(request.targets), ...request }
}
