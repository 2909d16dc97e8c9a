import { partsOf } from '@drawbridge/core/approval'
import type { CommandTarget } from '@drawbridge/core/target'
import { createStyle, displayWidth } from '@drawbridge/room/text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { approvalRequest } from '../__fixtures__/approval-request.ts'
import { type RequestView, renderRequest } from './render-request.ts'

const plain = createStyle(false)

function render(request: RequestView['request'], view: Partial<RequestView> = {}): string {
  return renderRequest({ request, preview: undefined, columns: 80, style: plain, complete: false, ...view }).text
}

const commandTarget: CommandTarget = {
  kind: 'command',
  argv: ['git', 'push', '--force', 'origin', 'a branch'].map((text) => ({ text, static: true })),
  program: { name: 'git', path: '/usr/bin/git' },
  cwd: '/workspace',
  dynamic: false,
  readonly: false,
  unapproved: null,
  gadgets: ['--force'],
  denyGroups: [],
}

const command = approvalRequest({
  tool: 'runtime.run_command',
  risk: 'dangerous',
  reason: '"runtime.run_command" changes something (dangerous).',
  input: { argv: ['git', 'push', '--force', 'origin', 'a branch'] },
  targets: [commandTarget],
  dangerous: true,
  environment: ['HOME', 'PATH'],
  hooks: [{ hook: 'release-freeze', reason: 'nothing is pushed on Fridays' }],
})

const edit = approvalRequest({
  tool: 'fs.edit',
  risk: 'medium',
  reason: '"../shared/limits.ts" is /shared/limits.ts, outside the workspace and its granted roots.',
  rule: 'default.outside',
  targets: [
    {
      kind: 'path',
      declared: '../shared/limits.ts',
      real: '/shared/limits.ts',
      access: 'write',
      recursive: false,
      zone: 'outside',
      sensitive: false,
    },
  ],
})

const diff = {
  status: 'diff',
  addedLines: 1,
  removedLines: 1,
  truncated: false,
  text: '@@ -1,2 +1,2 @@\n export const limits = {\n-  perSession: 10, perAgent: 20, perUser: 30, perTool: 40 }\n+  perSession: 9999, perAgent: 20, perUser: 30, perTool: 40 }',
} as const

describe('the question as it is shown', () => {
  test('an edit outside of the workspace says that it is outside, and shows the change', () =>
    expect(render(edit, { preview: diff })).toMatchInlineSnapshot(`
    "
    ── Approval needed ────────────────────────────────────────────────────────────
    Tool      fs.edit (write, risk medium)
    Why       "../shared/limits.ts" is /shared/limits.ts, outside the workspace and
              its granted roots. Rule: default.outside.
    Path      ../shared/limits.ts
              write, OUTSIDE the workspace
              really /shared/limits.ts

      @@ -1,2 +1,2 @@
       export const limits = {
      -  perSession: 10, perAgent: 20, perUser: 30, perTool: 40 }
      +  perSession: 9999, perAgent: 20, perUser: 30, perTool: 40 }

      y  allow once   this call only
      n  deny         this call only
      q  end the run  the whole run
    "
  `))

  test('a dangerous command is marked, with what a hook says of it', () =>
    expect(render(command)).toMatchInlineSnapshot(`
      "
      ── Approval needed: DANGEROUS ─────────────────────────────────────────────────
      Tool      runtime.run_command (write, risk dangerous)
      Why       "runtime.run_command" changes something (dangerous). Rule:
                default.write.
      Hook      release-freeze: nothing is pushed on Fridays
      Command ! git push --force origin 'a branch'
                in /workspace
                program /usr/bin/git
                ! runs or loads more: --force
      Gets      the variables HOME PATH
      Input     {"argv":["git","push","--force","origin","a branch"]}

        y  allow once   this call only
        n  deny         this call only
        q  end the run  the whole run
      "
    `))

  test('a host, asked for by a subagent', () => {
    const request = approvalRequest({
      tool: 'web.fetch',
      permission: 'readonly',
      risk: 'medium',
      reason: 'No rule allows the host "example.org".',
      rule: 'default.network',
      input: { url: 'https://example.org/' },
      targets: [{ kind: 'host', scheme: 'https', host: 'example.org', port: 443 }],
      principal: {
        session: 's',
        run: 'r2',
        role: 'sub',
        agent: 'reader',
        parents: [{ run: 'r1', agent: 'writer' }],
      },
    })
    expect(render(request)).toMatchInlineSnapshot(`
      "
      ── Approval needed ────────────────────────────────────────────────────────────
      Tool      web.fetch (readonly, risk medium)
      For       reader (sub), started by writer
      Why       No rule allows the host "example.org". Rule: default.network.
      Host      https://example.org:443
      Input     {"url":"https://example.org/"}

        y  allow once   this call only
        n  deny         this call only
        q  end the run  the whole run
      "
    `)
  })

  test('an edit is wrapped to fit a narrow terminal', () =>
    expect(render(edit, { preview: diff, columns: 60 })).toMatchInlineSnapshot(`
      "
      ── Approval needed ────────────────────────────────────────
      Tool      fs.edit (write, risk medium)
      Why       "../shared/limits.ts" is /shared/limits.ts,
                outside the workspace and its granted roots.
                Rule: default.outside.
      Path      ../shared/limits.ts
                write, OUTSIDE the workspace
                really /shared/limits.ts

        @@ -1,2 +1,2 @@
         export const limits = {
        -  perSession: 10, perAgent: 20, perUser: 30, perTool: 
        ↪ 40 }
        +  perSession: 9999, perAgent: 20, perUser: 30, perTool
        ↪ : 40 }

        y  allow once   this call only
        n  deny         this call only
        q  end the run  the whole run
      "
    `))

  test('with colour, without which nothing but the colour is missing', () => {
    const coloured = render(edit, { preview: diff, style: createStyle(true) })
    expect(coloured).toContain('\u001b[32m+  perSession: 9999')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what is looked for
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(render(edit, { preview: diff }))
  })
})

describe('nothing can be faked', () => {
  test('a command that brings escapes and marks of direction shows them', () => {
    const text = 'echo \u001b[2K\u001b[1A y  allow \u202eecno'
    const target = { ...commandTarget, argv: [{ text, static: true }] }
    const shown = render({ ...command, ...partsOf([target]), targets: [target], input: {} })
    expect(shown).toContain("'echo \\x1b[2K\\x1b[1A y  allow \\u{202e}ecno'")
  })

  test('a path with a line feed stays in its field', () => {
    const path = 'a.txt\n  y  allow once   nothing at all'
    const shown = render(approvalRequest({ input: { path }, reason: `"${path}" changes.` }))
    expect(shown).not.toMatch(/^ {2}y {2}allow once {3}nothing/m)
  })

  test('a line of a diff that is too long for a row cannot start one of its own', () => {
    const text = `+${'x'.repeat(55)}-removed something else`
    const shown = render(edit, { preview: { ...diff, text }, columns: 60 })
    expect(shown).toMatch(/^ {2}↪ .*-removed something else$/m)
  })

  test('no request whatever brings a control character to the terminal or a row that is too wide', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(anything, anything, anything, fc.integer({ min: 40, max: 120 }), (path, reason, text, columns) => {
        const target = { ...edit.targets[0]!, declared: path }
        const request = approvalRequest({ reason, input: { path }, targets: [target as never] })
        const shown = render(request, { preview: { ...diff, text }, columns })
        expect(shown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(Math.max(...shown.split('\n').map(displayWidth))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('what is very long', () => {
  const long = approvalRequest({ input: { content: 'x'.repeat(100_000) } })

  test('leaves the question on the screen, and says how much is left out', () => {
    const { text, shortened } = renderRequest({
      request: long,
      preview: undefined,
      columns: 80,
      style: plain,
      complete: false,
    })
    expect(shortened).toBe(true)
    expect(text.replaceAll(/\s+/g, ' ')).toContain('[... 98514 more characters]')
    expect(text).toContain('v  show everything')
  })

  test('is shown whole when it is asked for', () => {
    expect(render(long, { complete: true }).replaceAll(/\s/g, '')).toContain('x'.repeat(100_000))
  })
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
  const shown = render(approvalRequest({ flow }), { columns: 120 })
  expect(shown).toMatch(/Source +recipient \/to "eve@evil\.example": web\.fetch https:\/\/a\.example\/: … write/)
  expect(shown).toContain('\\u{202e}')
})
