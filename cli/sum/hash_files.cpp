#include "sum/hash_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "lanecrypt/lanecrypt.h"

namespace lanecrypt::cli {
namespace {

// Results may wait for an earlier, bigger file: this many at most.
constexpr std::uint64_t window = 4096;
// Each job has this many buffers, small enough that the hasher finds in the cache what the reader put there, and less
// when there are many jobs.
constexpr std::size_t buffers_per_job = 4, largest_buffer = std::size_t{1} << 20, all_buffers = std::size_t{32} << 20;

// A part of a file inside a buffer. A file that fits is one piece, first and last at once.
struct Piece {
    std::uint64_t index;  // of the file
    std::string name;     // set in the last piece
    std::size_t begin, len;
    bool first, last;
    int error;
};

struct Buffer {
    std::unique_ptr<std::uint8_t[]> bytes;
    std::vector<Piece> pieces;
    bool end = false;  // nothing follows
};

// Hands buffers from one thread to another.
class Channel {
public:
    void put(Buffer* b)
    {
        {
            const std::lock_guard lock(mutex_);
            items_.push_back(b);
        }
        ready_.notify_one();
    }
    Buffer* take()
    {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [&] { return !items_.empty(); });
        Buffer* const b = items_.front();
        items_.pop_front();
        return b;
    }

private:
    std::mutex mutex_;
    std::condition_variable ready_;
    std::deque<Buffer*> items_;
};

// The queue of names and the results in order, shared by all jobs.
class Ledger {
public:
    Ledger(const std::function<bool(std::string&)>& next, unsigned jobs) : next_(next), open_jobs_(jobs) {}

    enum class Taken { name, full, end };
    // The next name and its index. full: too many results wait for an earlier file; wait_for_room() before asking again.
    Taken take(std::string& name, std::uint64_t& index)
    {
        const std::lock_guard lock(mutex_);
        if (finished_) return Taken::end;
        if (taken_ >= delivered_ + window) return Taken::full;
        if (!next_(name)) {
            finished_ = true;
            room_.notify_all();
            return Taken::end;
        }
        index = taken_++;
        return Taken::name;
    }
    // The caller must hold no file back: the earliest one may be among them.
    void wait_for_room()
    {
        std::unique_lock lock(mutex_);
        room_.wait(lock, [&] { return finished_ || taken_ < delivered_ + window; });
    }

    void report(std::uint64_t index, HashResult result)
    {
        {
            const std::lock_guard lock(mutex_);
            results_.emplace(index, std::move(result));
        }
        arrived_.notify_one();
    }

    void job_ended()
    {
        {
            const std::lock_guard lock(mutex_);
            --open_jobs_;
        }
        arrived_.notify_one();
    }

    // Delivers in order until every job has ended.
    void deliver(const std::function<void(const HashResult&)>& done)
    {
        std::unique_lock lock(mutex_);
        for (;;) {
            arrived_.wait(lock, [&] { return open_jobs_ == 0 || results_.contains(delivered_); });
            const auto it = results_.find(delivered_);
            if (it == results_.end()) return;
            const HashResult result = std::move(it->second);
            results_.erase(it);
            ++delivered_;
            room_.notify_all();
            lock.unlock();
            done(result);
            lock.lock();
        }
    }

private:
    const std::function<bool(std::string&)>& next_;
    std::mutex mutex_;
    std::condition_variable room_, arrived_;
    std::map<std::uint64_t, HashResult> results_;
    std::uint64_t taken_ = 0, delivered_ = 0;
    unsigned open_jobs_;
    bool finished_ = false;
};

// One reader and one hasher with buffers between them.
class Job {
public:
    Job(Ledger& ledger, std::size_t buffer_size, bool double_hash) : ledger_(ledger), size_(buffer_size), double_(double_hash)
    {
        for (Buffer& b : buffers_) {
            b.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(buffer_size);  // untouched pages cost nothing
            free_.put(&b);
        }
        reader_ = std::thread([this] { read_all(); });
        hasher_ = std::thread([this] { hash_all(); });
    }
    ~Job()
    {
        reader_.join();
        hasher_.join();
    }
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

private:
    void start_buffer()
    {
        current_ = free_.take();
        current_->pieces.clear();
        current_->end = false;
        used_ = 0;
    }
    void send_buffer()
    {
        full_.put(current_);
        current_ = nullptr;
    }

    void read_all()
    {
        start_buffer();
        std::string name;
        std::uint64_t index;
        for (;;) {
            const Ledger::Taken taken = ledger_.take(name, index);
            if (taken == Ledger::Taken::end) break;
            if (taken == Ledger::Taken::name) {
                read_file(name, index);
                continue;
            }
            if (!current_->pieces.empty()) {
                send_buffer();
                start_buffer();
            }
            ledger_.wait_for_room();
        }
        current_->end = true;
        send_buffer();
    }

    void read_file(const std::string& name, std::uint64_t index)
    {
        const bool standard_input = name == "-";
        const int fd = standard_input ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
        Piece piece{index, {}, used_, 0, true, false, fd < 0 ? errno : 0};
        while (piece.error == 0) {
            if (used_ == size_) {
                current_->pieces.push_back(piece);
                send_buffer();
                start_buffer();
                piece = Piece{index, {}, 0, 0, false, false, 0};
            }
            const ssize_t n = read(fd, current_->bytes.get() + used_, size_ - used_);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) piece.error = errno;
            if (n <= 0) break;
            used_ += static_cast<std::size_t>(n);
            piece.len += static_cast<std::size_t>(n);
        }
        if (fd >= 0 && !standard_input) close(fd);
        piece.last = true;
        piece.name = name;
        current_->pieces.push_back(std::move(piece));
        if (current_->pieces.size() >= window / 2) {
            send_buffer();
            start_buffer();
        }
    }

    void hash_all()
    {
        for (;;) {
            Buffer* const b = full_.take();
            hash_buffer(*b);
            const bool end = b->end;
            free_.put(b);
            if (end) break;
        }
        ledger_.job_ended();
    }

    void hash_buffer(Buffer& b)
    {
        // Whole files go through the lanes together, parts of big ones one after another.
        inputs_.clear();
        lengths_.clear();
        for (const Piece& p : b.pieces)
            if (p.first && p.last && p.error == 0) {
                inputs_.push_back(b.bytes.get() + p.begin);
                lengths_.push_back(p.len);
            }
        digests_.resize(inputs_.size() * 32);
        (double_ ? lanecrypt_sha256d_many : lanecrypt_sha256_many)(digests_.data(), inputs_.data(), lengths_.data(), inputs_.size());
        std::size_t whole = 0;
        for (Piece& p : b.pieces) {
            HashResult result;
            if (p.first && p.last && p.error == 0) std::copy_n(digests_.data() + 32 * whole++, 32, result.digest.begin());
            else if (p.error == 0) stream(p, b.bytes.get() + p.begin, result.digest);
            if (!p.last) continue;
            result.name = std::move(p.name);
            result.error = p.error;
            ledger_.report(p.index, std::move(result));
        }
    }

    void stream(const Piece& p, const std::uint8_t* data, Digest& digest)
    {
        if (p.first) lanecrypt_sha256_init(&state_);
        lanecrypt_sha256_update(&state_, data, p.len);
        if (!p.last) return;
        lanecrypt_sha256_final(&state_, digest.data());
        if (double_) lanecrypt_sha256(digest.data(), digest.data(), digest.size());
    }

    Ledger& ledger_;
    const std::size_t size_;  // of each buffer (bytes)
    const bool double_;
    Buffer buffers_[buffers_per_job];
    Channel free_, full_;
    Buffer* current_ = nullptr;
    std::size_t used_ = 0;
    std::vector<const std::uint8_t*> inputs_;
    std::vector<std::size_t> lengths_;
    std::vector<std::uint8_t> digests_;
    lanecrypt_sha256_state state_{};
    std::thread reader_, hasher_;
};

}  // namespace

void hash_files(const HashOptions& options, const std::function<bool(std::string&)>& next, const std::function<void(const HashResult&)>& done)
{
    const unsigned jobs = std::max(1u, options.jobs);
    const std::size_t buffer_size = std::min(largest_buffer, all_buffers / (buffers_per_job * jobs));
    Ledger ledger(next, jobs);
    std::vector<std::unique_ptr<Job>> running;
    for (unsigned i = 0; i < jobs; ++i) running.push_back(std::make_unique<Job>(ledger, buffer_size, options.double_hash));
    ledger.deliver(done);
}

}  // namespace lanecrypt::cli
