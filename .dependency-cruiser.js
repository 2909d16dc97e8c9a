import { readdirSync, readFileSync } from 'node:fs'
import swcVisitor from '@swc/core/Visitor.js'
import { house } from './scripts/lib/house.ts'

const { Visitor } = swcVisitor

const packages = readdirSync('packages').map((folder) => ({
  folder,
  exports: JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8')).exports ?? {},
}))

/** Files that `exports` of a package name: the only doors for the others. */
const doors = packages.flatMap(({ folder, exports }) =>
  Object.values(exports)
    .filter((target) => typeof target === 'string')
    .map((target) => `^packages/${folder}/${target.replace('./', '')}$`),
)

/** What is not published: tests, their data, and the `testing` folder of a package that does not export it. */
const test = [
  String.raw`\.test\.tsx?$|/__fixtures__/`,
  ...packages
    .filter(({ exports }) => exports['./testing'] === undefined)
    .map(({ folder }) => `^packages/${folder}/src/testing/`),
].join('|')

/** Tests may wire packages together; what is shipped may not. */
const shipped = (name) => ({ path: `^packages/${name}/`, pathNot: test })

const directions = Object.entries(house).flatMap(([name, { may, types = [] }]) => [
  {
    name: `${name}-imports-only-${may.length === 0 ? 'nothing-of-ours' : may.join('-')}`,
    comment: `packages/${name} may import ${[...may, ...types.map((type) => `types of ${type}`)].join(', ') || 'nothing of ours'}.`,
    severity: 'error',
    from: shipped(name),
    to: {
      path: '^packages/',
      pathNot: `^packages/(${[name, ...may, ...types].join('|')})/`,
    },
  },
  ...types.map((type) => ({
    name: `${name}-knows-${type}-by-types-only`,
    comment: `packages/${name} may import types of ${type}, never values.`,
    severity: 'error',
    from: shipped(name),
    to: { path: `^packages/${type}/`, dependencyTypesNot: ['type-only'] },
  })),
])

/**
 * The visitor of swc's tree that dependency-cruiser builds on breaks at `using` declarations, which swc itself reads well.
 * Here it learns to go on through what they declare, as statements and in the head of a `for … of`.
 */
for (const method of ['visitStatement', 'visitPattern']) {
  const visit = Visitor.prototype[method]
  Visitor.prototype[method] = function (node) {
    if (node.type !== 'UsingDeclaration') return visit.call(this, node)
    node.decls = this.visitVariableDeclarators(node.decls)
    return node
  }
}

export default {
  forbidden: [
    ...directions,
    {
      name: 'package-unknown-to-the-house',
      comment: 'Add the package to the table in scripts/lib/house.ts and to docs/architecture.md.',
      severity: 'error',
      from: { path: '^packages/', pathNot: `^packages/(${Object.keys(house).join('|')})/` },
      to: {},
    },
    {
      name: 'through-the-door',
      comment: 'Another package is entered through its exports alone.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/', pathNot: test },
      to: { path: '^packages/', pathNot: ['^packages/$1/', ...doors] },
    },
    {
      name: 'capabilities-do-not-know-the-pipeline',
      comment:
        'The pipeline composes the capability folders of core; schedule takes turns through it, run makes what it works with, and agents work in runs. ' +
        'Nothing below imports any of the three back.',
      severity: 'error',
      from: {
        path: '^packages/core/src/[^/]+/',
        pathNot: ['^packages/core/src/(pipeline|schedule|run|agent|replay|testing|door)/', test],
      },
      to: { path: '^packages/core/src/(pipeline|schedule|run)/' },
    },
    {
      name: 'pipeline-does-not-know-its-callers',
      comment: 'One call knows neither the turn nor the run it belongs to, but for what its context gives it.',
      severity: 'error',
      from: { path: '^packages/core/src/(pipeline|schedule)/', pathNot: test },
      to: { path: '^packages/core/src/run/' },
    },
    {
      name: 'pipeline-does-not-know-turns',
      comment: 'The scheduler drives the pipeline, never the other way round.',
      severity: 'error',
      from: { path: '^packages/core/src/pipeline/', pathNot: test },
      to: { path: '^packages/core/src/schedule/' },
    },
    {
      name: 'shipped-code-stands-alone',
      comment: 'What is published imports no tests, scripts, benchmarks, examples or test libraries.',
      severity: 'error',
      from: { path: '^packages/', pathNot: test },
      to: { path: [test, '^(scripts|bench|examples|docs)/', 'node_modules/(vitest|fast-check)/'] },
    },
    {
      name: 'no-circular-imports',
      comment: 'Move what both files need into a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'The import leads nowhere, so none of the rules above could judge it.',
      severity: 'error',
      from: {},
      // The launcher asks for the compiled command, which is there only when packed.
      to: { couldNotResolve: true, pathNot: String.raw`^\.\./dist/main\.js$` },
    },
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could use: without swc it would cruise nothing and be content.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/__fixtures__/|^packages/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
