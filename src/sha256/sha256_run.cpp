// The lane scheduler: messages of any lengths share the lanes of a kernel, and a lane whose message ends takes the next.
#include <algorithm>
#include <cstring>

#include "sha256/sha256_finish.h"
#include "sha256/sha256_many.h"

namespace lanecrypt {
namespace {

enum class Part : std::uint8_t { body, tail, digest };

// What a lane works on, apart from its state words and its place in the input.
struct Job {
    std::size_t index;   // of the message
    std::size_t len;     // of the message
    std::size_t blocks;  // left in this part
    Part part;
    std::uint8_t slot;  // its scratch blocks
};

// A message that left the lanes before its end.
struct Paused {
    Job job;
    const std::uint8_t* in;
    std::uint32_t state[8];
};

class Run {
public:
    Run(std::uint8_t* out, const Sha256MessageList& messages, std::size_t first, std::size_t count, bool twice) noexcept
        : messages_(messages), out_(out), first_(first), end_(first + count), next_(first), twice_(twice)
    {
        for (unsigned i = 0; i < sha256_max_lanes; ++i) free_[i] = static_cast<std::uint8_t>(i);
    }
    ~Run() { erase(&scratch_, sizeof scratch_); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    // Messages of more than `blocks` blocks start before all others: one that starts last runs on alone.
    void giants_first(std::size_t blocks) noexcept
    {
        giant_ = blocks;
        in_giants_ = true;
    }

    // Works on up to `at_once` messages side by side until fewer than `at_least` are under way and none waits.
    void work(const Sha256Ops& ops, unsigned at_once, unsigned at_least) noexcept
    {
        lanes_ = ops.lanes;
        active_ = 0;
        if (at_once > lanes_) at_once = lanes_;
        while (active_ < at_once && refill(active_)) ++active_;
        while (active_ >= at_least && active_ != 0) step(ops);
        pause();
    }

private:
    std::uint32_t& word(unsigned w, unsigned lane) noexcept { return scratch_.state[w * lanes_ + lane]; }

    void step(const Sha256Ops& ops) noexcept
    {
        std::size_t blocks = job_[0].blocks;
        for (unsigned i = 1; i < active_; ++i)
            if (job_[i].blocks < blocks) blocks = job_[i].blocks;
        ops.compress_lanes(scratch_.state, in_, active_, blocks);
        for (unsigned i = active_; i-- != 0;) {
            in_[i] += 64 * blocks;
            job_[i].blocks -= blocks;
            if (job_[i].blocks == 0 && !next_part(i) && !refill(i)) move(--active_, i);
        }
    }

    // Takes the next message into a lane; false when none is left.
    bool refill(unsigned lane) noexcept
    {
        if (paused_ != 0) {
            const Paused& p = scratch_.paused[--paused_];
            job_[lane] = p.job;
            in_[lane] = p.in;
            for (unsigned w = 0; w < 8; ++w) word(w, lane) = p.state[w];
            return true;
        }
        Sha256Message m;
        if (!next_message(m, job_[lane].index)) return false;
        job_[lane].len = m.len;
        job_[lane].blocks = m.len / 64;
        job_[lane].part = Part::body;
        job_[lane].slot = free_[free_count_++];
        in_[lane] = m.data;
        begin(lane);
        if (m.len < 64) next_part(lane);
        return true;
    }

    bool next_message(Sha256Message& m, std::size_t& index) noexcept
    {
        for (;;) {
            for (; next_ != end_; ++next_) {
                m = messages_[next_];
                if (giant_ != 0 && (m.len / 64 > giant_) != in_giants_) continue;
                index = next_++;
                return true;
            }
            if (!in_giants_) return false;
            in_giants_ = false;
            next_ = first_;
        }
    }

    void begin(unsigned lane) noexcept
    {
        for (unsigned w = 0; w < 8; ++w) word(w, lane) = sha256_initial[w];
    }

    // Sets a lane up for what follows the part just done; false when that was the last, whose hash is then written.
    bool next_part(unsigned lane) noexcept
    {
        Job& job = job_[lane];
        std::uint8_t* const block = scratch_.block[job.slot];
        if (job.part == Part::body) {
            job.blocks = sha256_pad(block, in_[lane], job.len % 64, job.len);
            job.part = Part::tail;
            in_[lane] = block;
            return true;
        }
        std::uint32_t state[8];
        for (unsigned w = 0; w < 8; ++w) state[w] = word(w, lane);
        if (job.part == Part::tail && twice_) {
            sha256_pad_digest(block, state);
            job.blocks = 1;
            job.part = Part::digest;
            in_[lane] = block;
            begin(lane);
            return true;
        }
        sha256_store_state(out_ + 32 * job.index, state);
        free_[--free_count_] = job.slot;
        return false;
    }

    void move(unsigned from, unsigned to) noexcept
    {
        if (from == to) return;
        job_[to] = job_[from];
        in_[to] = in_[from];
        for (unsigned w = 0; w < 8; ++w) word(w, to) = word(w, from);
    }

    void pause() noexcept
    {
        for (; active_ != 0; ++paused_) {
            Paused& p = scratch_.paused[paused_];
            --active_;
            p.job = job_[active_];
            p.in = in_[active_];
            for (unsigned w = 0; w < 8; ++w) p.state[w] = word(w, active_);
        }
    }

    const Sha256MessageList& messages_;
    std::uint8_t* out_;
    std::size_t first_, end_, next_;
    std::size_t giant_ = 0;
    bool in_giants_ = false, twice_;
    unsigned lanes_ = 0, active_ = 0, paused_ = 0, free_count_ = 0;
    std::uint8_t free_[sha256_max_lanes];
    const std::uint8_t* in_[sha256_max_lanes];
    Job job_[sha256_max_lanes];
    struct {
        std::uint32_t state[8 * sha256_max_lanes];
        std::uint8_t block[sha256_max_lanes][128];
        Paused paused[sha256_max_lanes];
    } scratch_;
};

}  // namespace

void sha256_run(const Sha256Plan& plan, std::uint8_t* out, const Sha256MessageList& messages, std::size_t first, std::size_t count,
                bool twice) noexcept
{
    if (count == 1) {
        const Sha256Message m = messages[first];
        sha256_whole(*plan.few, out + 32 * first, m.data, m.len, twice);
        return;
    }
    Run run(out, messages, first, count, twice);
    const bool wide = count >= plan.wide_from;
    const unsigned lanes = wide ? plan.wide->lanes : std::min(plan.few_lanes, plan.few->lanes);
    if (count > lanes && lanes > 1) {
        std::size_t blocks = 0;
        for (std::size_t i = first; i < first + count; ++i) blocks += messages[i].len / 64;
        run.giants_first(blocks / (2 * lanes) + 1);
    }
    if (wide) run.work(*plan.wide, plan.wide->lanes, plan.wide_from);
    run.work(*plan.few, plan.few_lanes, 1);
}

}  // namespace lanecrypt
