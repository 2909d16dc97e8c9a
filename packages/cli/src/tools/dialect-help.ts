/** The help of `--dialect`. */
export const dialectHelp =
  'names and parameters of tools for a model: safe, canonical, claude, gemini, codex, opencode, goclaw, soong, m31a, or auto, by the model (default: tools.dialect of the configuration, else safe)'
