import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, joinResults, resultOf, skippedBecause } from '../lib/check.ts'
import { findShapeProblems } from '../release/find-shape-problems.ts'
import { findTypeProblems } from '../release/find-type-problems.ts'
import { installPackages } from '../release/install-packages.ts'
import { type PackedPackage, packPackages } from '../release/pack-packages.ts'
import { containerfile, tryContainer } from '../release/try-container.ts'
import { tryInstallation } from '../release/try-installation.ts'
import { tryRoom } from '../release/try-room.ts'
import { findProgram } from '../test-support/find-program.ts'
import { isRequired } from '../test-support/is-required.ts'

/**
 * The packages as strangers get them. Counts as four tests: their shape, and their use, installed in an empty folder,
 * with this Node, with the oldest one that they support, and in a container.
 */
export async function checkPackageShape(root: string): Promise<CheckResult> {
  let packages: PackedPackage[]
  try {
    packages = await packPackages(root)
  } catch (error) {
    return resultOf([error instanceof Error ? error.message : String(error)])
  }
  const problems: string[] = []
  for (const packed of packages) problems.push(...(await findShapeProblems(root, packed)))
  if (problems.length > 0) return resultOf(problems)
  return joinResults([resultOf([]), await checkInstalled(root, packages)])
}

async function checkInstalled(root: string, packages: readonly PackedPackage[]): Promise<CheckResult> {
  const installation = await installPackages(root, packages)
  const { folder, status } = installation
  try {
    switch (status) {
      case 'installed':
        return joinResults([
          resultOf([
            ...(await findTypeProblems(root, folder)),
            ...(await tryInstallation(folder, packages, process.execPath, 'together')),
            ...(await tryRoom(folder, process.execPath)),
          ]),
          await tryOldestNode(folder, packages),
          ...(existsSync(join(root, containerfile)) ? [await tryImage(root, folder)] : []),
        ])
      case 'refused':
        return resultOf([`npm does not install the tarballs:\n${installation.report}`])
      case 'offline':
        return missing('registry', 'the tarballs are installed with their dependencies')
      default:
        return status satisfies never
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tryOldestNode(folder: string, packages: readonly PackedPackage[]): Promise<CheckResult> {
  const node = findProgram('node-22.18')
  if (node === undefined) return missing('node-22.18', 'published packages support it')
  return resultOf([...(await tryInstallation(folder, packages, node, 'apart')), ...(await tryRoom(folder, node))])
}

async function tryImage(root: string, folder: string): Promise<CheckResult> {
  const [podman, runc, busybox] = ['podman', 'runc', 'busybox'].map(findProgram)
  if (podman === undefined || runc === undefined || busybox === undefined)
    return missing('docker', 'the image of deploy/Containerfile is built and run by podman, with runc and busybox')
  return resultOf(await tryContainer(root, folder, { podman, runc, busybox }))
}

function missing(name: string, reason: string): CheckResult {
  return isRequired(name)
    ? resultOf([`${name} is missing, and DRAWBRIDGE_REQUIRE lists it: ${reason}.`])
    : skippedBecause(`needs ${name}: ${reason}`)
}
