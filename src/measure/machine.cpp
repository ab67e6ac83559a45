#include "measure/machine.h"

#include <sched.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <thread>

namespace lanecrypt::measure {
namespace {

// The lines "name : value" of the first processor.
std::map<std::string, std::string> cpuinfo()
{
    std::map<std::string, std::string> facts;
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line) && !line.empty();) {
        const std::size_t colon = line.find(':');
        if (colon == line.npos) continue;
        std::string name = line.substr(0, colon);
        name.erase(name.find_last_not_of(" \t") + 1);
        const std::size_t value = line.find_first_not_of(' ', colon + 1);
        facts[name] = value == line.npos ? "" : line.substr(value);
    }
    return facts;
}

std::string model(std::map<std::string, std::string>& facts)
{
    if (!facts["model name"].empty()) {
        std::string text = facts["model name"];
        if (!facts["cpu family"].empty()) text += ", family " + facts["cpu family"] + " model " + facts["model"] + " stepping " + facts["stepping"];
        return text;
    }
    if (!facts["CPU part"].empty()) return "implementer " + facts["CPU implementer"] + " part " + facts["CPU part"];
    return "unknown";
}

std::string scheduling()
{
    const char* name = "";
    switch (sched_getscheduler(0)) {
    case SCHED_FIFO: name = "SCHED_FIFO"; break;
    case SCHED_RR: name = "SCHED_RR"; break;
    default: return "normal";
    }
    sched_param param{};
    sched_getparam(0, &param);
    return std::string(name) + ", priority " + std::to_string(param.sched_priority);
}

}  // namespace

Machine machine()
{
    Machine m;
    auto facts = cpuinfo();
    m.model = model(facts);
    m.virtual_machine = facts["flags"].find("hypervisor") != std::string::npos;
    utsname name{};
    if (uname(&name) == 0) m.system = std::string(name.sysname) + " " + name.release + " " + name.machine;
    std::ifstream governor("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if (!std::getline(governor, m.governor)) m.governor = "not visible";
    m.scheduling = scheduling();
    m.cpus = std::thread::hardware_concurrency();
    double load[1] = {};
    if (getloadavg(load, 1) == 1) m.load = load[0];
    return m;
}

}  // namespace lanecrypt::measure
