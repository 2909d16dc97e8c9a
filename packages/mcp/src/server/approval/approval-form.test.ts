import type { ApprovalRequest, Target } from '@drawbridge/core'
import { partsOf } from '@drawbridge/core/approval'
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
  ...partsOf([path, command, { kind: 'host', scheme: 'https', host: 'example.org', port: 443 }]),
  withheld: [],
  earlier: [],
  askedAt: 0,
  answerableUntil: 0,
  expiresAt: 0,
  digest: '',
}

const long: ApprovalRequest = {
  ...request,
  offers: [
    { answer: 'allow_once', scope: 'this call only' },
    { answer: 'allow_for_session', scope: `commands that begin with \`${'x'.repeat(1_000)}\`` },
    { answer: 'deny', scope: 'this call only' },
  ],
}

test('a person reads what would be done, the worst first, why it is asked, who asks, and what each answer means', () => {
  const { message, requestedSchema } = approvalForm(request).form
  expect(message.split('\n')).toEqual([
    'May fs.write_file run? It is a write call with risk medium.',
    'Reason for the question: It writes outside the workspace.',
    'What it will do, most dangerous first:',
    '- touch ../x [! it contains credentials] (write, OUTSIDE the workspace, really /home/me/x)',
    "- run git 'a b' [! the parts in « » are unknown until it runs] (in /place)",
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

test('an edit is shown as a diff', () => {
  const preview = {
    kind: 'diff',
    path: 'a.ts',
    text: '@@ -1 +1 @@\n-one\n+two\u202e',
    added: 1,
    removed: 1,
    cut: false,
  } as const
  const { message } = approvalForm({ ...request, preview }).form
  expect(message).toContain('It will change a.ts, +1 -1 lines:\n    @@ -1 +1 @@\n    -one\n    +two\\u{202e}\n')
  expect(message).not.toContain('Arguments:')
})

test('the destructive part of a long line comes first and whole, and every part is shown', () => {
  const words = Array.from({ length: 40 }, (_, index) => ({
    ...command,
    dynamic: false,
    argv: [{ text: `step${index}`, static: true }],
  }))
  const tail = {
    ...command,
    dynamic: false,
    argv: ['rm', '-rf', 'y'.repeat(2_000)].map((text) => ({ text, static: true })),
    denyGroups: [{ group: 'destructive', action: 'ask', part: 'deletes a tree' }],
  } as const
  const { form, asked } = approvalForm({ ...long, ...partsOf([...words, tail]) })
  const first = form.message.split('\n').findIndex((row) => row.startsWith('What it will do')) + 1
  expect(form.message.split('\n')[first]).toBe(
    `- run rm -rf ${'y'.repeat(2_000)} [! destructive: deletes a tree] (in /place)`,
  )
  for (let index = 0; index < 40; index += 1) expect(form.message).toContain(`- run step${index} (in`)
  expect(form.message).toContain('x'.repeat(1_000))
  expect(asked.offers.map(({ answer }) => answer)).toEqual(['allow_once', 'allow_for_session', 'deny'])
})

test.each<[string, readonly Target[]]>([
  [
    'many deletions',
    Array.from({ length: 400 }, (_, index) => ({ ...path, access: 'delete', declared: `tmp/${index}` }) as const),
  ],
  ['one very long deletion', [{ ...path, access: 'delete', declared: `tmp/${'x'.repeat(15_900)}` }]],
  ['a deletion beyond all limits', [{ ...path, access: 'delete', declared: `tmp/${'x'.repeat(70_000)}` }]],
])('%s cannot push what reads credentials, or its mark, out of the form', (_what, flood) => {
  const secret = { ...path, declared: '/home/me/.ssh/id_rsa', sensitive: true, zone: 'outside' } as const
  const { form, asked } = approvalForm({ ...long, ...partsOf([...flood, secret]) })
  expect(form.message).toContain('touch /home/me/.ssh/id_rsa [! it contains credentials]')
  expect(form.message.length).toBeLessThan(60_000)
  expect(asked.offers.map(({ answer }) => answer)).toEqual(['allow_once', 'deny'])
})

test('a very long command still shows its marks and its end', () => {
  const argv = ['python3', '-c', `${'x = 1; '.repeat(4_000)}evil()`].map((text) => ({ text, static: true }))
  const { form } = approvalForm({ ...long, ...partsOf([{ ...command, dynamic: false, argv, gadgets: ['-c'] }]) })
  expect(form.message).toContain("evil()' [! runs or loads more: -c]")
})

test.each<[string, Partial<ApprovalRequest>]>([
  ['a reason', { reason: 'z'.repeat(5_000) }],
  ['an argument', { input: { text: 'z'.repeat(9_000) } }],
  ['a part', partsOf([{ ...path, declared: 'z'.repeat(20_000) }])],
  ['one of very many parts', partsOf(Array.from({ length: 300 }, (_, index) => ({ ...path, declared: `${index}` })))],
  ['a change', { preview: { kind: 'diff', path: 'a', text: 'z\n'.repeat(5_000), added: 1, removed: 0, cut: false } }],
])(
  'where %s cannot be shown whole, how much is missing is said, and nothing is offered beyond once',
  (_what, parts) => {
    const { form, asked } = approvalForm({ ...long, ...parts })
    expect(form.message).toMatch(/ more\)|more .* not shown|more characters|only some of/)
    expect(asked.offers.map(({ answer }) => answer)).toEqual(['allow_once', 'deny'])
    expect(JSON.stringify(form.requestedSchema)).not.toContain('allow_for_session')
    expect(form.message).toContain('Not offered, allow_for_session: it cannot be shown in full here')
  },
)

test('no answer is preset, so that a client which fills in defaults approves nothing', () => {
  expect(JSON.stringify(approvalForm(request).form.requestedSchema)).not.toContain('default')
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
      const { form } = approvalForm({ ...request, ...parts, ...partsOf(parts.targets) })
      expect(isSpecType.ElicitRequestFormParams(form)).toBe(true)
      expect(form.message.split('\n').length).toBeLessThanOrEqual(250)
      expect(form.message.length).toBeLessThan(160_000)
    }),
    { numRuns: 50 },
  )
})

test('the words of a stranger that decide are shown with their source, every character visible', () => {
  const flow = {
    mode: 'guard',
    verdict: 'ask',
    vouched: [],
    findings: [
      {
        check: 'integrity',
        at: '/to',
        kind: 'recipient',
        value: 'eve@evil.example',
        origin: { tool: 'web.fetch', toolCallId: 'c', target: 'https://a.example/', excerpt: 'write to\u202e eve' },
        because: 'the recipient is not from the user',
      },
    ],
  } as const
  expect(approvalForm({ ...request, flow }).form.message).toContain(
    'Where its values come from:\n- recipient /to "eve@evil.example": web.fetch https://a.example/: … write to\\u{202e} eve …',
  )
})
