#!/bin/sh
# Installs what building and testing lazuli needs and this Debian machine lacks: a JDK (17 or later), a C++ compiler,
# the Z3 library. Says nothing if nothing is missing. Rust itself is expected to be there.
set -eu

if ! command -v cargo >/dev/null 2>&1; then
    echo "install: cargo is missing; install Rust 1.95 or later from https://rustup.rs" >&2
    exit 1
fi

# Is there a JDK, by the rules that lazuli follows itself? Its image has lib/modules since Java 9; the version decides.
has_jdk() {
    home=${JAVA_HOME:-}
    if [ -z "$home" ]; then
        java=$(command -v java) || return 1
        home=$(dirname "$(dirname "$(readlink -f "$java")")")
    fi
    [ -x "$home/bin/javac" ] && [ -f "$home/lib/modules" ] && [ -f "$home/release" ] || return 1
    version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    [ "${version:-0}" -ge 17 ]
}

has_z3() {
    echo '#include <z3.h>' | "${CC:-cc}" -E -x c - >/dev/null 2>&1
}

# lazuli takes JAVA_HOME at its word, so installing another JDK would not help.
if [ -n "${JAVA_HOME:-}" ] && ! has_jdk; then
    echo "install: JAVA_HOME is '$JAVA_HOME', which is not a JDK of Java 17 or later; unset or correct it" >&2
    exit 1
fi

missing=
has_jdk || missing="$missing jdk"
command -v "${CXX:-g++}" >/dev/null 2>&1 || missing="$missing g++"
has_z3 || missing="$missing libz3-dev"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "install: missing:$missing; install them by hand, this script knows only apt-get" >&2
    exit 1
fi
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    echo "install: missing:$missing; run scripts/install.sh as root" >&2
    exit 1
fi

# Debian 12 has Java 17, later ones 21 or 25.
jdk_package() {
    for package in openjdk-17-jdk-headless openjdk-21-jdk-headless openjdk-25-jdk-headless; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            echo "$package"
            return
        fi
    done
    echo default-jdk-headless
}

install_packages() {
    packages=
    for name in $missing; do
        case $name in
            jdk) packages="$packages $(jdk_package)" ;;
            *) packages="$packages $name" ;;
        esac
    done
    # Packages of the JDK want to place manual pages, and minimal images lack the folder.
    $as_root mkdir -p /usr/share/man/man1
    # shellcheck disable=SC2086 # words are wanted
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
}

echo "install: installing$missing"
# Package lists may be absent or stale: fetch them only if it does not work without.
if ! install_packages 2>/dev/null; then
    $as_root apt-get update -qq
    install_packages
fi
