// Two processes move packets over loopback UDP in WireGuard's data framing, in batches of sendmmsg and recvmmsg, and
// report what the cryptography of each packet costs on both sides.
//
//     tunnel [--mode openssl|single|many]… [--size BYTES] [--packets N] [--seconds S] [--batch N]
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "ciphers.h"
#include "lanecrypt/transport.hpp"

namespace {

using Clock = std::chrono::steady_clock;

struct Options {
    std::vector<std::string> modes;
    std::size_t size = 1420, batch = 64;
    std::uint64_t packets = 200'000;
    double seconds = 5;
};

// What one side did.
struct Result {
    std::uint64_t packets = 0, bad = 0;
    double crypto_ns = 0, seconds = 0;
};

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

[[noreturn]] void fail(const char* what)
{
    std::perror(what);
    std::exit(1);
}

// The core's clock from a chain of multiplications and additions, four cycles each on today's cores.
double cycles_per_ns()
{
    double best = 0;
    for (int run = 0; run < 5; ++run) {
        volatile std::uint64_t seed = 1;
        std::uint64_t x = seed;
        const auto start = Clock::now();
        for (int i = 0; i < 1'000'000; ++i) x = x * 6364136223846793005u + 1442695040888963407u;
        seed = x;
        best = std::max(best, 4e6 / (since(start) * 1e9));
    }
    return best;
}

// Room for a batch of messages, and their headers for the kernel.
class Batch {
public:
    Batch(std::size_t n, std::size_t size) : memory_(n * stride(size)), vectors_(n), headers_(n)
    {
        for (std::size_t i = 0; i < n; ++i) {
            vectors_[i] = {memory_.data() + i * stride(size), size};
            headers_[i].msg_hdr.msg_iov = &vectors_[i];
            headers_[i].msg_hdr.msg_iovlen = 1;
        }
    }
    mmsghdr* headers() { return headers_.data(); }
    std::byte* packet(std::size_t i) { return static_cast<std::byte*>(vectors_[i].iov_base); }
    std::size_t received(std::size_t i) const { return headers_[i].msg_len; }

private:
    static std::size_t stride(std::size_t size) { return (size + 63) / 64 * 64; }
    std::vector<std::byte> memory_;
    std::vector<iovec> vectors_;
    std::vector<mmsghdr> headers_;
};

constexpr std::uint64_t window = 256;  // packets under way at most, so that the receiver's buffer never overflows

// Sends until the packets or the time are used up. The receiver answers each batch with the number it has seen.
Result send_all(int socket, tunnel::Cipher& cipher, const Options& o, std::size_t message)
{
    Batch batch(o.batch, message);
    std::vector<tunnel::Packet> packets(o.batch);
    Result r;
    std::uint64_t seen = 0;
    const auto start = Clock::now();
    while (r.packets < o.packets && since(start) < o.seconds) {
        const std::size_t n = static_cast<std::size_t>(std::min<std::uint64_t>(o.batch, o.packets - r.packets));
        for (std::size_t i = 0; i < n; ++i) {
            packets[i] = {batch.packet(i), message};
            std::memset(batch.packet(i) + lanecrypt::wireguard::header_size, static_cast<int>(r.packets + i), message - lanecrypt::wireguard::overhead);
        }
        const auto before = Clock::now();
        cipher.seal({packets.data(), n}, r.packets);
        r.crypto_ns += since(before) * 1e9;
        for (std::size_t sent = 0; sent < n;) {
            const int k = sendmmsg(socket, batch.headers() + sent, static_cast<unsigned>(n - sent), 0);
            if (k < 0) fail("sendmmsg");
            sent += static_cast<std::size_t>(k);
        }
        r.packets += n;
        while (r.packets - seen > window) {
            pollfd p{socket, POLLIN, 0};
            if (poll(&p, 1, 200) <= 0) {
                std::fprintf(stderr, "tunnel: %llu packets were lost\n", static_cast<unsigned long long>(r.packets - seen));
                seen = r.packets;
                break;
            }
            if (recv(socket, &seen, sizeof seen, 0) != sizeof seen) fail("recv");
        }
    }
    r.seconds = since(start);
    const std::uint64_t end = 0;
    for (int i = 0; i < 3; ++i)
        if (send(socket, &end, 1, 0) < 0) break;  // one byte: no more packets
    return r;
}

Result receive_all(int socket, tunnel::Cipher& cipher, const Options& o, std::size_t message)
{
    Batch batch(o.batch, message);
    std::vector<tunnel::Packet> packets;
    sockaddr_in peer{};
    Result r;
    for (bool open = true; open;) {
        pollfd p{socket, POLLIN, 0};
        if (poll(&p, 1, 2000) <= 0) break;
        for (std::size_t i = 0; i < o.batch; ++i) {
            batch.headers()[i].msg_hdr.msg_name = i == 0 ? &peer : nullptr;
            batch.headers()[i].msg_hdr.msg_namelen = i == 0 ? sizeof peer : 0;
        }
        const int n = recvmmsg(socket, batch.headers(), static_cast<unsigned>(o.batch), MSG_DONTWAIT, nullptr);
        if (n < 0) fail("recvmmsg");
        packets.clear();
        for (int i = 0; i < n; ++i) {
            const std::size_t len = batch.received(static_cast<std::size_t>(i));
            if (len == 1) open = false;
            else packets.push_back({batch.packet(static_cast<std::size_t>(i)), len});
        }
        const auto before = Clock::now();
        r.bad += packets.size() - cipher.open(packets);
        r.crypto_ns += since(before) * 1e9;
        r.packets += packets.size();
        (void)sendto(socket, &r.packets, sizeof r.packets, 0, reinterpret_cast<sockaddr*>(&peer), sizeof peer);
    }
    return r;
}

int bound_socket(sockaddr_in& address)
{
    const int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (s < 0) fail("socket");
    const int room = 4 << 20;
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = 0;
    socklen_t len = sizeof address;
    if (bind(s, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 || getsockname(s, reinterpret_cast<sockaddr*>(&address), &len) != 0) fail("bind");
    return s;
}

bool run(const std::string& mode, const Options& o, double ghz)
{
    std::array<std::byte, 32> key;
    for (std::size_t i = 0; i < key.size(); ++i) key[i] = static_cast<std::byte>(i * 7 + 3);  // a real tunnel gets it from its handshake
    const auto cipher = tunnel::make_cipher(mode, key);
    if (!cipher) {
        std::fprintf(stderr, "tunnel: no mode %s\n", mode.c_str());
        return false;
    }
    const std::size_t message = lanecrypt::wireguard::padded_size(o.size) + lanecrypt::wireguard::overhead;
    sockaddr_in there{}, here{};
    const int receiver = bound_socket(there), sender = bound_socket(here);
    if (connect(sender, reinterpret_cast<sockaddr*>(&there), sizeof there) != 0) fail("connect");
    int report[2];
    if (pipe(report) != 0) fail("pipe");
    const pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        close(sender);
        const Result r = receive_all(receiver, *cipher, o, message);
        const bool written = write(report[1], &r, sizeof r) == sizeof r;
        _exit(written ? 0 : 1);
    }
    close(receiver);
    const Result sent = send_all(sender, *cipher, o, message);
    Result received;
    close(report[1]);
    const bool reported = read(report[0], &received, sizeof received) == sizeof received;
    close(report[0]);
    close(sender);
    waitpid(child, nullptr, 0);
    if (!reported || received.packets == 0) {
        std::fprintf(stderr, "tunnel: the receiver reports nothing\n");
        return false;
    }
    const double seal = sent.crypto_ns / static_cast<double>(sent.packets), open = received.crypto_ns / static_cast<double>(received.packets);
    std::printf("%-8s %6zu B %9.0f packets/s   seal %7.1f ns %7.0f cycles   open %7.1f ns %7.0f cycles   %llu sent, %llu received, %llu bad\n",
                mode.c_str(), o.size, static_cast<double>(sent.packets) / sent.seconds, seal, seal * ghz, open, open * ghz,
                static_cast<unsigned long long>(sent.packets), static_cast<unsigned long long>(received.packets),
                static_cast<unsigned long long>(received.bad));
    return received.bad == 0;
}

}  // namespace

int main(int argc, char** argv)
{
    Options o;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i];
        const char* const value = argv[i + 1];
        if (name == "--mode") o.modes.push_back(value);
        else if (name == "--size") o.size = std::strtoull(value, nullptr, 10);
        else if (name == "--packets") o.packets = std::strtoull(value, nullptr, 10);
        else if (name == "--seconds") o.seconds = std::strtod(value, nullptr);
        else if (name == "--batch") o.batch = std::strtoull(value, nullptr, 10);
        else argc = 0;
    }
    if (argc % 2 == 0 || o.size > 60000 || o.batch == 0 || o.batch > 128 || o.packets == 0) {
        std::fprintf(stderr, "usage: tunnel [--mode openssl|single|many]... [--size BYTES] [--packets N] [--seconds S] [--batch 1...128]\n");
        return 2;
    }
    if (o.modes.empty()) {
        o.modes = {"single", "many"};
#ifdef TUNNEL_OPENSSL
        o.modes.insert(o.modes.begin(), "openssl");
#endif
    }
    const double ghz = cycles_per_ns();
    bool good = true;
    for (const std::string& mode : o.modes) good = run(mode, o, ghz) && good;
    return good ? 0 : 1;
}
