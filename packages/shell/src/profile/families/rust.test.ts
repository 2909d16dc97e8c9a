import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('rust', {
  reads: ['cargo --version', 'cargo tree'],
  granted: {
    'cargo build': ['cargo build'],
    cargo: ['cargo build --release'],
    'cargo test': ['cargo test -- --nocapture', 'cargo test shutdown'],
    'cargo clippy': ['cargo clippy --all-targets -- -D warnings'],
    'cargo fmt': ['cargo fmt'],
    'cargo run': ['cargo run'],
  },
  riders: {
    cargo: ['cargo run', 'cargo install evil', 'cargo +nightly build -Z x'],
    'cargo build': ['cargo build --config \'build.rustc="id"\''],
    'cargo test': ['cargo test --manifest-path /tmp/Cargo.toml'],
  },
})
