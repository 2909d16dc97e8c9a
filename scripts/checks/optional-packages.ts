import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'

export type LockedPackage = {
  readonly version?: string
  readonly optional?: boolean
  readonly os?: string | readonly string[]
  readonly cpu?: string | readonly string[]
  readonly libc?: string | readonly string[]
}

export type Platform = { readonly os: string; readonly cpu: string; readonly libc: string }

/**
 * Every optional package in the lock file for this platform is installed, in that version. npm silently skips an
 * optional package if its `engines` do not fit the Node that npm itself runs on.
 */
export async function checkOptionalPackages(root: string, platform: Platform = thisPlatform()): Promise<CheckResult> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const problems = Object.entries(lock.packages)
    .filter(([, locked]) => isMeantFor(locked, platform))
    .filter(([path, locked]) => installedVersion(join(root, path)) !== locked.version)
    .map(([path, { version }]) => `${path} ${version} is in the lock for this platform but not installed: run npm ci.`)
  return resultOf(problems)
}

/** Returns true if the lock's entry is an optional package for exactly this platform. */
export function isMeantFor(locked: LockedPackage, platform: Platform): boolean {
  if (locked.optional !== true || locked.os === undefined || locked.cpu === undefined) return false
  return (
    accepts(locked.os, platform.os) &&
    accepts(locked.cpu, platform.cpu) &&
    (locked.libc === undefined || accepts(locked.libc, platform.libc))
  )
}

function accepts(allowed: string | readonly string[], value: string): boolean {
  return typeof allowed === 'string' ? allowed === value : allowed.includes(value)
}

function installedVersion(folder: string): string | undefined {
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) return undefined
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

function thisPlatform(): Platform {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return { os: process.platform, cpu: process.arch, libc: header.glibcVersionRuntime === undefined ? 'musl' : 'glibc' }
}
