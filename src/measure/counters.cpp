#include "measure/counters.h"

#if defined(__linux__)
#include <cerrno>
#include <cstring>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace lanecrypt::measure {

#if defined(__linux__)
namespace {

int open_counter(std::uint64_t config, int group)
{
    perf_event_attr attr{};
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_HARDWARE;
    attr.config = config;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    attr.read_format = PERF_FORMAT_GROUP;
    return static_cast<int>(syscall(SYS_perf_event_open, &attr, 0, -1, group, 0));
}

}  // namespace

Counters::Counters()
{
    leader_ = open_counter(PERF_COUNT_HW_CPU_CYCLES, -1);
    if (leader_ < 0) {
        reason_ = std::string("perf_event_open: ") + std::strerror(errno);
        return;
    }
    second_ = open_counter(PERF_COUNT_HW_INSTRUCTIONS, leader_);
    if (second_ < 0) {
        reason_ = std::string("perf_event_open: ") + std::strerror(errno);
        close(leader_);
        leader_ = -1;
    }
}

Counters::~Counters()
{
    if (second_ >= 0) close(second_);
    if (leader_ >= 0) close(leader_);
}

Counters::Reading Counters::read() const
{
    std::uint64_t words[3] = {};
    if (leader_ < 0 || ::read(leader_, words, sizeof words) != static_cast<ssize_t>(sizeof words)) return {};
    return {words[1], words[2]};
}

#else

Counters::Counters() : reason_("this system has no perf_event") {}
Counters::~Counters() = default;
Counters::Reading Counters::read() const { return {}; }

#endif

}  // namespace lanecrypt::measure
