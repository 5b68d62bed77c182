#!/bin/bash
set -euo pipefail
keychain="$RUNNER_TEMP/signing.keychain-db"
password=$(uuidgen)
profiles="$HOME/Library/MobileDevice/Provisioning Profiles"

# Each variable whose name begins with PROFILE is a profile, in base64.
mkdir -p "$profiles"
for name in ${!PROFILE*}; do
  base64 --decode <<< "${!name}" > "$profiles/device-test-$name.mobileprovision"
done
base64 --decode <<< "$CERTIFICATE" > "$RUNNER_TEMP/certificate.p12"

# A runner of your own keeps the keychain and the profiles: remove them in a last step with `if: ${{ always() }}`.
security create-keychain -p "$password" "$keychain"
security set-keychain-settings -lut 21600 "$keychain"
security unlock-keychain -p "$password" "$keychain"
security import "$RUNNER_TEMP/certificate.p12" -k "$keychain" -P "$CERTIFICATE_PASSWORD" -f pkcs12 -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -k "$password" "$keychain" > /dev/null
# The keychains that are searched already stay, such as one for the store.
security list-keychains -d user -s "$keychain" $(security list-keychains -d user | tr -d '"')
rm "$RUNNER_TEMP/certificate.p12"
