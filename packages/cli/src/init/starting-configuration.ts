import type { StartingAnswers } from './starting-choices.ts'
import { modelLines, type StartingModel } from './starting-model.ts'

/**
 * Returns the text of an operator's first configuration. Lines of comments that begin with a quotation mark or a bracket are
 * settings: the file stays valid if they are uncommented.
 */
export function operatorConfiguration({ profile, mode, sandbox }: StartingAnswers, model?: StartingModel): string {
  return `// The operator's configuration of Drawbridge: it applies in every workspace, and a project's own file can only narrow it.
// JSON with comments and trailing commas. Remove the slashes before a setting to use it.
//   drawbridge policy check FILE   reports errors
//   drawbridge policy test FILE    runs the tests at the end
//   drawbridge config explain      shows every setting in force
{
  // Which tools exist.
  "tools": {
    "profile": ${JSON.stringify(profile)}, // full, coding, messaging, minimal
    // "deny": ["fs.delete"], // gone for good, whatever else is allowed
    // "alsoAllow": ["web.fetch"], // in addition to the profile
  },

  // What a call may touch: deny before ask before allow, in any order.
  "permissions": {
    "mode": ${JSON.stringify(mode)}, // default, accept-edits, plan, non-interactive
    "rules": [
      // { "id": "docs", "tools": "fs.*", "when": { "path": "docs/**", "access": "write" }, "then": "allow" },
      // { "id": "tests", "tools": "group:runtime", "when": { "command": ["npm test", "npm run lint"] }, "then": "allow" },
      // { "id": "publish", "tools": "*", "when": { "command": "npm publish" }, "then": "deny", "reason": "People publish." },
    ],
    // "sensitive": ["customers/**"], // asked about, like credentials
    // "writeRoots": ["~/shared"], // folders besides the workspace
  },

  // Where calls run.
  "sandbox": {
    "mode": ${JSON.stringify(sandbox)}, // off, non-main, all
    // "network": { "allow": ["registry.npmjs.org"] }, // default: none
  },

  // Which language model agents use. A key comes from ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY.
  "models": {
${modelLines(model)}
    // "small": "openai/gpt-5-mini", // for small tasks
  },

  // Sessions and answers that you give for good ("allow_always") are kept in a database in the data folder.
  "store": {
    "kind": "sqlite",
    // "retentionDays": 90,
  },

  // Which hosts the web tools may contact. Default: each new host asks.
  "network": {
    // "allowed": ["nodejs.org", "*.github.com"],
    // "denied": ["*.example.org"],
  },

  // Calls with the verdict that this file must give.
  "tests": [
    // { "tool": "fs.read_file", "arguments": { "path": "README.md" }, "expect": "allow" },
    // { "name": "credentials ask", "tool": "fs.read_file", "arguments": { "path": ".env" }, "expect": "ask" },
  ],
}
`
}

/** Returns the text of a project's first configuration, which may only narrow. */
export function projectConfiguration(): string {
  return `// What this project asks of Drawbridge, for everyone who works on it. It can only narrow what the operator allows:
// rules that deny or ask, shorter lists, lower limits. Remove the slashes before a setting to use it.
//   drawbridge policy check --project drawbridge.jsonc   reports errors
{
  "tools": {
    // "deny": ["web.*"],
  },

  "permissions": {
    "rules": [
      // { "tools": "*", "when": { "path": "migrations/**", "access": ["write", "delete"] }, "then": "ask", "reason": "Reviewed first." },
    ],
    // "sensitive": ["fixtures/customers/**"],
  },

  "limits": {
    // "concurrentPerSession": 2,
  },
}
`
}
