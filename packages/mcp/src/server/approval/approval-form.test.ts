import type { ApprovalRequest, Target } from '@drawbridge/core'
import { testPrincipal } from '@drawbridge/core/testing'
import { isSpecType } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvalForm } from './approval-form.ts'

const path: Target = {
  kind: 'path',
  declared: '../x',
  real: '/home/me/x',
  access: 'write',
  recursive: false,
  zone: 'outside',
  sensitive: true,
}
const command: Target = {
  kind: 'command',
  argv: [
    { text: 'git', static: true },
    { text: 'a b', static: true },
  ],
  program: { name: 'git' },
  cwd: '/place',
  dynamic: true,
  readonly: false,
  unapproved: null,
  gadgets: [],
  denyGroups: [],
}

const request: ApprovalRequest = {
  id: 'approval_1',
  toolCallId: 'call_1',
  tool: 'fs.write_file',
  permission: 'write',
  risk: 'medium',
  tags: [],
  input: { path: '../x', text: 'hello\nworld' },
  targets: [path, command, { kind: 'host', scheme: 'https', host: 'example.org', port: 443 }],
  cwd: '/workspace',
  environment: [],
  hosts: [],
  dangerous: false,
  hooks: [],
  suggested: 'allow_once',
  reason: 'It writes outside the workspace.',
  rule: 'outside',
  offers: [
    { answer: 'allow_once', scope: 'this call only' },
    { answer: 'deny', scope: 'this call only' },
  ],
  principal: { ...testPrincipal, agent: 'scout', role: 'sub', parents: [{ run: 'r1', agent: 'lead' }, { run: 'r0' }] },
  expiresAt: 0,
  digest: '',
}

test('a person reads what would run, why it is asked, what it touches, who asks, and what each answer means', () => {
  const { message, requestedSchema } = approvalForm(request)
  expect(message.split('\n')).toEqual([
    'May fs.write_file run? It is a write call of risk medium.',
    'Why you are asked: It writes outside the workspace.',
    'It will touch:',
    '- write /home/me/x (outside the workspace, may hold secrets)',
    '- run "git" "a b" in /place (parts of it are known only when it runs)',
    '- connect to https://example.org:443',
    'Arguments:',
    '- path: "../x"',
    '- text: "hello\\nworld"',
    'Asked by: r0 > lead > scout (sub)',
    'Answers:',
    '- allow_once: this call only',
    '- deny: this call only',
  ])
  expect(requestedSchema.properties.decision).toEqual({
    type: 'string',
    title: 'Decision',
    enum: ['allow_once', 'deny'],
  })
})

test('no answer is preset, so that a client which fills in defaults approves nothing', () => {
  expect(JSON.stringify(approvalForm(request).requestedSchema)).not.toContain('default')
})

test('no call makes the question long, gives it lines of its own, or makes it one that MCP refuses', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x\n'.repeat(50_000)))
  const requests = fc.record({
    input: fc.oneof(fc.jsonValue(), fc.dictionary(text, fc.jsonValue()), fc.record({ text })),
    reason: text,
    targets: fc.array(
      text.map((real): Target => ({ ...path, real })),
      { maxLength: 40 },
    ),
  })
  fc.assert(
    fc.property(requests, (parts) => {
      const form = approvalForm({ ...request, ...parts })
      expect(isSpecType.ElicitRequestFormParams(form)).toBe(true)
      expect(form.message.split('\n').length).toBeLessThanOrEqual(33)
      expect(form.message.length).toBeLessThan(160_000)
    }),
    { numRuns: 50 },
  )
})
