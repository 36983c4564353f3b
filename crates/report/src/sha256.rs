//! SHA-256 (FIPS 180-4): how a witness says which program it is about.

const ROUNDS: usize = 64;

/// The digest in hexadecimal.
pub(crate) fn hex_digest(bytes: &[u8]) -> String {
    let primes = first_primes();
    let round_constants: Vec<u32> = primes.iter().map(|prime| fraction(f64::from(*prime).cbrt())).collect();
    let mut state: Vec<u32> = primes[..8].iter().map(|prime| fraction(f64::from(*prime).sqrt())).collect();
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.chunks(64) {
        let mut words: Vec<u32> =
            block.chunks(4).map(|word| word.iter().fold(0, |word, byte| word << 8 | u32::from(*byte))).collect();
        for number in 16..ROUNDS {
            let (a, b) = (words[number - 15], words[number - 2]);
            let small0 = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let small1 = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            words.push(small1.wrapping_add(words[number - 7]).wrapping_add(small0).wrapping_add(words[number - 16]));
        }
        let mut v = state.clone();
        for (word, constant) in words.iter().zip(&round_constants) {
            let big1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = (v[4] & v[5]) ^ (!v[4] & v[6]);
            let first = v[7].wrapping_add(big1).wrapping_add(choice).wrapping_add(*constant).wrapping_add(*word);
            let big0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(first);
            v[0] = first.wrapping_add(big0).wrapping_add(majority);
        }
        for (word, change) in state.iter_mut().zip(v) {
            *word = word.wrapping_add(change);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

fn first_primes() -> Vec<u32> {
    let mut primes: Vec<u32> = Vec::with_capacity(ROUNDS);
    let mut candidate = 2;
    while primes.len() < ROUNDS {
        if primes.iter().all(|prime| candidate % prime != 0) {
            primes.push(candidate);
        }
        candidate += 1;
    }
    primes
}

/// The first 32 bits of the fraction of a root; a double has bits to spare.
fn fraction(root: f64) -> u32 {
    (root.fract() * 2f64.powi(32)) as u32
}

#[cfg(test)]
mod tests {
    use super::hex_digest;

    #[test]
    fn published_digests() {
        let cases = [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ];
        for (text, digest) in cases {
            assert_eq!(hex_digest(text.as_bytes()), digest);
        }
    }
}
