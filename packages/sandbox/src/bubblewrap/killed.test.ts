import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { createPlaceholders } from './placeholders.ts'

const program = fileURLToPath(new URL('./__fixtures__/run-until-killed.ts', import.meta.url))

describeWithProgram('bwrap', 'what a killed Drawbridge leaves', () => {
  test('no process outlives a Drawbridge that is killed, and the next one removes its placeholders', async () => {
    const drawbridge = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(drawbridge.stdout.setEncoding('utf8'), 'data')
    const root = String(line).trim()
    try {
      expect(readdirSync(join(root, 'workspace')).sort()).toEqual(['.git', '.vscode'])
      expect(processesIn(root).length).toBeGreaterThan(2)
      drawbridge.kill('SIGKILL')
      await once(drawbridge, 'exit')
      await expect.poll(() => processesIn(root), { timeout: 20_000 }).toEqual([])
      const next = createPlaceholders(`${root}-scratch`)
      next.sweep()
      expect(readdirSync(join(root, 'workspace'))).toEqual([])
      expect(readdirSync(`${root}-scratch`).filter((name) => name.endsWith('.placeholders.json'))).toEqual([])
    } finally {
      drawbridge.kill('SIGKILL')
      for (const folder of [root, `${root}-scratch`]) rmSync(folder, { recursive: true, force: true })
    }
    expect(existsSync(root)).toBe(false)
  })
})

/** Processes to which the workspace is a mount. */
function processesIn(root: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/mountinfo`, 'latin1').includes(` ${root}/workspace `)
    } catch {
      return false
    }
  })
}
