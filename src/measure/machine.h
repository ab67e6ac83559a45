// Facts about the machine that belong beside every time.
#pragma once
#include <string>

namespace lanecrypt::measure {

struct Machine {
    std::string model;       // "AMD EPYC 7713, family 25 model 1 stepping 1"
    std::string system;      // kernel and architecture
    std::string governor;    // of the frequency, or why it cannot be read
    std::string scheduling;  // "SCHED_FIFO, priority 10"
    unsigned cpus = 0;       // that may be used
    double load = 0;         // average over the last minute
    bool virtual_machine = false;

    // Other work competes for the processors and nothing keeps it away.
    bool busy() const { return load > cpus + 0.5 && scheduling == "normal"; }
};

Machine machine();

}  // namespace lanecrypt::measure
