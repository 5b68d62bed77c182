#!/bin/bash
set -euo pipefail
keychain="$RUNNER_TEMP/signing.keychain-db"
password=$(uuidgen)
profiles="$HOME/Library/MobileDevice/Provisioning Profiles"

mkdir -p "$profiles"
base64 --decode <<< "$PROFILE" > "$profiles/device-test.mobileprovision"
base64 --decode <<< "$CERTIFICATE" > "$RUNNER_TEMP/certificate.p12"

security create-keychain -p "$password" "$keychain"
security set-keychain-settings -lut 21600 "$keychain"
security unlock-keychain -p "$password" "$keychain"
security import "$RUNNER_TEMP/certificate.p12" -k "$keychain" -P "$CERTIFICATE_PASSWORD" -f pkcs12 -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -k "$password" "$keychain" > /dev/null
security list-keychains -d user -s "$keychain" login.keychain
rm "$RUNNER_TEMP/certificate.p12"
