import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkOptionalPackages, isMeantFor } from './optional-packages.ts'

const platform = { os: 'linux', cpu: 'x64', libc: 'glibc' }
const binary = { version: '1.2.3', optional: true, os: ['linux'], cpu: ['x64'] }
const lockOf = (packages: object) => ({ 'package-lock.json': JSON.stringify({ packages }) })

test('given every optional package of the platform installed, it passes', async () => {
  const root = plantRepository({
    ...lockOf({ 'node_modules/planted-linux-x64': binary }),
    'node_modules/planted-linux-x64/package.json': '{"version":"1.2.3"}',
  })
  expect(await checkOptionalPackages(root, platform)).toMatchObject({ passed: 1, failed: 0 })
})

test('given one that npm left out, it reports the package and what to do', async () => {
  const root = plantRepository(lockOf({ 'node_modules/planted-linux-x64': binary }))
  expect(await checkOptionalPackages(root, platform)).toMatchObject({
    failed: 1,
    report: ['node_modules/planted-linux-x64 1.2.3 is in the lock for this platform but not installed: run npm ci.'],
  })
})

test('given one in another version, it reports it', async () => {
  const root = plantRepository({
    ...lockOf({ 'node_modules/planted-linux-x64': binary }),
    'node_modules/planted-linux-x64/package.json': '{"version":"1.2.2"}',
  })
  expect(await checkOptionalPackages(root, platform)).toMatchObject({ failed: 1 })
})

test.each([
  ['for this platform', binary, true],
  ['for this platform, written as words', { ...binary, os: 'linux', cpu: 'x64' }, true],
  ['for this C library', { ...binary, libc: ['glibc'] }, true],
  ['for another C library', { ...binary, libc: ['musl'] }, false],
  ['for another processor', { ...binary, cpu: ['arm64'] }, false],
  ['for another system', { ...binary, os: ['darwin'] }, false],
  ['for any platform', { version: '1.2.3', optional: true }, false],
  ['not optional', { ...binary, optional: false }, false],
])('a package %s: must be installed = %3$s', (_, locked, expected) => {
  expect(isMeantFor(locked, platform)).toBe(expected)
})
