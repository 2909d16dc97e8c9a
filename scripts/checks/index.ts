import type { Check } from '../lib/check.ts'
import { checkAdvisedNames } from './advised-names.ts'
import { checkBehaviour } from './behaviour.ts'
import { checkDeclaredSinks } from './declared-sinks.ts'
import { checkDependencyDirection } from './dependency-direction.ts'
import { checkDocumentLinks } from './document-links.ts'
import { checkFileSize } from './file-size.ts'
import { checkGeneratedDocuments } from './generated-documents.ts'
import { checkHouseTable } from './house-table.ts'
import { checkLint } from './lint.ts'
import { checkMachinePaths } from './machine-paths.ts'
import { checkMeasuredFiles } from './measured-files.ts'
import { checkNamedTests } from './named-tests.ts'
import { checkOptionalPackages } from './optional-packages.ts'
import { checkPackageShape } from './package-shape.ts'
import { checkPlainEnglish } from './plain-english.ts'
import { checkPublicDocumentation } from './public-documentation.ts'
import { checkPublicNames } from './public-names.ts'
import { checkPublicSurface } from './public-surface.ts'
import { checkReachableOptions } from './reachable-options.ts'
import { checkReplayReadsFields } from './replay-reads-fields.ts'
import { checkSingleUseFiles } from './single-use-files.ts'
import { checkTestsBesideSource } from './tests-beside-source.ts'
import { checkTypes } from './types.ts'
import { checkUnusedCode } from './unused-code.ts'

/** Every check by its name, in the order in which `npm test` runs them: the quick ones first. */
export const checks: ReadonlyMap<string, Check> = new Map([
  ['optional-packages', checkOptionalPackages],
  ['lint', checkLint],
  ['types', checkTypes],
  ['dependency-direction', checkDependencyDirection],
  ['house-table', checkHouseTable],
  ['unused-code', checkUnusedCode],
  ['machine-paths', checkMachinePaths],
  ['file-size', checkFileSize],
  ['single-use-files', checkSingleUseFiles],
  ['tests-beside-source', checkTestsBesideSource],
  ['named-tests', checkNamedTests],
  ['replay-reads-fields', checkReplayReadsFields],
  ['plain-english', checkPlainEnglish],
  ['advised-names', checkAdvisedNames],
  ['reachable-options', (root) => checkReachableOptions(root)],
  ['public-names', checkPublicNames],
  ['public-surface', checkPublicSurface],
  ['public-documentation', (root) => checkPublicDocumentation(root)],
  ['document-links', checkDocumentLinks],
  ['generated-documents', (root) => checkGeneratedDocuments(root)],
  ['declared-sinks', (root) => checkDeclaredSinks(root)],
  ['measured-files', (root) => checkMeasuredFiles(root)],
  ['package-shape', checkPackageShape],
  ['behaviour', (root) => checkBehaviour(root)],
] satisfies [string, Check][])
