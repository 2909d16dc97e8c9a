import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'vitest'

export interface SmallDisk {
  /** An empty folder, which is a disk of its own. */
  folder(): string
  makeReadOnly(): void
}

const bytes = 2 * 1_048_576

/** A suite on a disk of 2 MiB, new for each test. One skipped test where none can be mounted, which takes root. */
export function describeWithSmallDisk(reason: string, suite: (disk: SmallDisk) => void): void {
  describe('with a small disk', () => {
    if (!canMount()) return test.skip(`needs root, to mount a small tmpfs: ${reason}`)
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'drawbridge-disk-'))
      mount('-t', 'tmpfs', '-o', `size=${bytes},mode=0700`, 'drawbridge-test', folder)
    })
    afterEach(() => {
      unmount(folder)
      rmSync(folder, { recursive: true })
    })
    suite({ folder: () => folder, makeReadOnly: () => mount('-o', 'remount,ro', folder) })
  })
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-disk-'))
  try {
    mount('-t', 'tmpfs', 'drawbridge-test', folder)
    unmount(folder)
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function mount(...args: string[]): void {
  run('mount', args)
}

function unmount(folder: string): void {
  run('umount', [folder])
}

function run(program: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`)
}
