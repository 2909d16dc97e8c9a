import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('rust', {
  reads: ['cargo --version', 'rustc --version'],
  asks: ['cargo tree', 'cargo metadata', 'cargo pkgid', 'rustup which cargo'],
  granted: {
    'cargo build': ['cargo build'],
    cargo: ['cargo build --release'],
    'cargo test': [
      'cargo test -- --nocapture',
      'cargo test shutdown',
      'cargo test',
      'cargo test --workspace --all-features',
    ],
    'cargo clippy': ['cargo clippy --all-targets -- -D warnings'],
    'cargo fmt': ['cargo fmt'],
    'cargo run': ['cargo run'],
    'cargo doc': ['cargo doc --no-deps'],
    'cargo nextest': ['cargo nextest run'],
  },
  riders: {
    cargo: [
      'cargo run',
      'cargo install evil',
      'cargo +nightly build -Z x',
      'cargo --config \'build.rustc-wrapper="id"\' build',
    ],
    'cargo build': [
      'cargo build --config \'build.rustc="id"\'',
      'cargo build --target-dir /root/x',
      'CARGO_HOME=/tmp cargo build',
    ],
    'cargo test': ['cargo test --manifest-path /tmp/Cargo.toml'],
    rustc: ['rustc @/tmp/x'],
    'cargo run': ['cargo run --manifest-path /tmp/x'],
  },
})
