// ipsec-mb: the direct functions for one message, the burst interface for many.
#include <intel-ipsec-mb.h>

#include <algorithm>
#include <cstring>

#include "peers/peers.h"

namespace lanecrypt::cli {
namespace {

IMB_MGR* manager()
{
    static IMB_MGR* const mgr = [] {
        IMB_MGR* m = alloc_mb_mgr(0);
        if (m != nullptr) init_mb_mgr_auto(m, nullptr);
        return m;
    }();
    return mgr;
}

void sha256(std::uint8_t out[32], const std::uint8_t* in, std::size_t len) { IMB_SHA256(manager(), in, len, out); }

// The hash burst of version 1.3 knows HMACs alone: plain SHA-256 goes through the general burst, without a cipher.
void sha256_many(std::uint8_t* out, const std::uint8_t* const* in, const std::size_t* len, std::size_t n)
{
    IMB_MGR* const mgr = manager();
    IMB_JOB* jobs[IMB_MAX_BURST_SIZE];
    for (std::size_t done = 0; done < n;) {
        const auto wanted = static_cast<std::uint32_t>(std::min<std::size_t>(n - done, IMB_MAX_BURST_SIZE));
        const std::uint32_t count = IMB_GET_NEXT_BURST(mgr, wanted, jobs);
        for (std::uint32_t i = 0; i < count; ++i, ++done) {
            IMB_JOB& job = *jobs[i];
            job.cipher_mode = IMB_CIPHER_NULL;
            job.cipher_direction = IMB_DIR_ENCRYPT;
            job.chain_order = IMB_ORDER_HASH_CIPHER;
            job.hash_alg = IMB_AUTH_SHA_256;
            job.src = in[done];
            job.hash_start_src_offset_in_bytes = 0;
            job.msg_len_to_hash_in_bytes = len[done];
            job.auth_tag_output = out + 32 * done;
            job.auth_tag_output_len_in_bytes = 32;
        }
        IMB_SUBMIT_BURST(mgr, count, jobs);
    }
    while (IMB_FLUSH_BURST(mgr, IMB_MAX_BURST_SIZE, jobs) != 0) {
    }
}

// One job through the general interface: ChaCha20 and Poly1305 have no direct functions of their own.
void poly1305(std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t key[32])
{
    IMB_MGR* const mgr = manager();
    IMB_JOB* job = IMB_GET_NEXT_JOB(mgr);
    job->cipher_mode = IMB_CIPHER_NULL;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->chain_order = IMB_ORDER_HASH_CIPHER;
    job->hash_alg = IMB_AUTH_POLY1305;
    job->u.POLY1305._key = key;
    job->src = in;
    job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_hash_in_bytes = len;
    job->auth_tag_output = tag;
    job->auth_tag_output_len_in_bytes = 16;
    if (IMB_SUBMIT_JOB(mgr) == nullptr) IMB_FLUSH_JOB(mgr);
}

using Update = decltype(IMB_MGR::chacha20_poly1305_enc_update);

void run_aead(Update update, std::uint8_t* out, std::uint8_t tag[16], const std::uint8_t* in, std::size_t len, const std::uint8_t* aad,
              std::size_t aad_len, const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    IMB_MGR* const mgr = manager();
    chacha20_poly1305_context_data ctx;
    IMB_CHACHA20_POLY1305_INIT(mgr, key, &ctx, nonce, aad, aad_len);
    update(key, &ctx, out, in, len);
    IMB_CHACHA20_POLY1305_ENC_FINALIZE(mgr, &ctx, tag, 16);
}

void seal(std::uint8_t* ct, std::uint8_t tag[16], const std::uint8_t* pt, std::size_t len, const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    run_aead(manager()->chacha20_poly1305_enc_update, ct, tag, pt, len, aad, aad_len, nonce, key);
}

bool open(std::uint8_t* pt, const std::uint8_t* ct, std::size_t len, const std::uint8_t tag[16], const std::uint8_t* aad, std::size_t aad_len,
          const std::uint8_t nonce[12], const std::uint8_t key[32])
{
    std::uint8_t want[16], differs = 0;
    run_aead(manager()->chacha20_poly1305_dec_update, pt, want, ct, len, aad, aad_len, nonce, key);
    for (int i = 0; i < 16; ++i) differs = static_cast<std::uint8_t>(differs | (want[i] ^ tag[i]));
    return differs == 0;
}

void fill(IMB_JOB* job, std::uint8_t* ct, std::uint8_t* tag, const std::uint8_t* pt, std::size_t len, const std::uint8_t* nonce,
          const std::uint8_t key[32])
{
    job->cipher_mode = IMB_CIPHER_CHACHA20_POLY1305;
    job->cipher_direction = IMB_DIR_ENCRYPT;
    job->hash_alg = IMB_AUTH_CHACHA20_POLY1305;
    job->chain_order = IMB_ORDER_CIPHER_HASH;
    job->enc_keys = job->dec_keys = key;
    job->key_len_in_bytes = 32;
    job->u.CHACHA20_POLY1305.aad = nullptr;
    job->u.CHACHA20_POLY1305.aad_len_in_bytes = 0;
    job->src = pt;
    job->dst = ct;
    job->iv = nonce;
    job->iv_len_in_bytes = 12;
    job->cipher_start_src_offset_in_bytes = job->hash_start_src_offset_in_bytes = 0;
    job->msg_len_to_cipher_in_bytes = job->msg_len_to_hash_in_bytes = len;
    job->auth_tag_output = tag;
    job->auth_tag_output_len_in_bytes = 16;
}

void seal_many(std::uint8_t* const* ct, std::uint8_t* const* tag, const std::uint8_t* const* pt, const std::size_t* len,
               const std::uint8_t* const* nonce, std::size_t n, const std::uint8_t key[32])
{
    IMB_MGR* const mgr = manager();
    IMB_JOB* jobs[IMB_MAX_BURST_SIZE];
    for (std::size_t done = 0; done < n;) {
        const auto wanted = static_cast<std::uint32_t>(std::min<std::size_t>(n - done, IMB_MAX_BURST_SIZE));
        const std::uint32_t count = IMB_GET_NEXT_BURST(mgr, wanted, jobs);
        for (std::uint32_t i = 0; i < count; ++i, ++done) fill(jobs[i], ct[done], tag[done], pt[done], len[done], nonce[done], key);
        IMB_SUBMIT_BURST(mgr, count, jobs);
    }
    while (IMB_FLUSH_BURST(mgr, IMB_MAX_BURST_SIZE, jobs) != 0) {
    }
}

}  // namespace

Peer peer_ipsecmb()
{
    Peer p;
    p.name = std::string("ipsec-mb ") + imb_get_version_str();
    if (manager() == nullptr) return p;
    p.sha256 = sha256;
    p.poly1305 = poly1305;
    p.seal = seal;
    p.open = open;
    p.sha256_many = sha256_many;
    p.seal_many = seal_many;
    return p;
}

}  // namespace lanecrypt::cli
