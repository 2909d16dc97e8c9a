import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileTool } from '../../registry/compile-tool.ts'
import { isRiskier, type Permission, type Risk, risks } from '../../tool/permission.ts'
import type { ToolOrigin } from '../../tool/tool.ts'
import { adjustAuthority } from './target.ts'

function toolWith(
  own: { permission: Permission; risk: Risk },
  origin: ToolOrigin,
  wished?: { permission?: Permission; risk?: Risk },
) {
  return compileTool({
    name: 'demo.tool',
    description: 'x',
    input: z.strictObject({}),
    origin,
    ...own,
    ...(wished === undefined ? {} : { effective: () => ({ ...wished, why: 'because of this input' }) }),
    execute: () => '',
  })
}

const permission = fc.constantFrom<Permission>('readonly', 'write')
const risk = fc.constantFrom(...risks)

test('a tool that wishes nothing keeps its own', () => {
  const tool = toolWith({ permission: 'write', risk: 'medium' }, 'code')
  expect(adjustAuthority(tool, {}, [])).toEqual({ permission: 'write', risk: 'medium' })
})

test('a tool from code lowers its own for one input, and the decision will name why', () => {
  const tool = toolWith({ permission: 'write', risk: 'dangerous' }, 'code', { permission: 'readonly', risk: 'safe' })
  expect(adjustAuthority(tool, {}, [])).toEqual({
    permission: 'readonly',
    risk: 'safe',
    adjusted: 'because of this input',
  })
})

test("nobody else's word makes a write readonly or a danger less", () => {
  fc.assert(
    fc.property(
      fc.record({ permission, risk }),
      fc.record({ permission, risk }),
      fc.constantFrom<ToolOrigin>('mcp', 'agent', 'declarative', 'custom'),
      (own, wished, origin) => {
        const adjusted = adjustAuthority(toolWith(own, origin, wished), {}, [])
        if (own.permission === 'write') expect(adjusted.permission).toBe('write')
        expect(isRiskier(own.risk, adjusted.risk)).toBe(false)
      },
    ),
  )
})

test('anybody may raise them', () => {
  fc.assert(
    fc.property(
      fc.record({ permission, risk }),
      fc.constantFrom<ToolOrigin>('code', 'mcp', 'custom'),
      (own, origin) => {
        const adjusted = adjustAuthority(toolWith(own, origin, { permission: 'write', risk: 'destructive' }), {}, [])
        expect(adjusted).toMatchObject({ permission: 'write', risk: 'destructive' })
      },
    ),
  )
})
