// First use in fresh processes: the environment, before main, 64 threads at once, many starts. LANECRYPT_TEST_WRAPPER
// (for example "qemu-x86_64-static -cpu Nehalem") goes before each command.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string>

#include "cpu/policy.h"
#include "dispatch/slots.h"

namespace lanecrypt::test {
namespace {

struct Outcome {
    int status;
    std::string text;
};

Outcome run(const std::string& environment, const std::string& program, const std::string& arguments)
{
    const char* const wrapper = std::getenv("LANECRYPT_TEST_WRAPPER");
    const std::string command = "env " + environment + " " + (wrapper != nullptr ? wrapper : "") + " " + program + " " + arguments;
    FILE* const pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {-1, {}};
    Outcome out{0, {}};
    char buf[4096];
    for (std::size_t n; (n = fread(buf, 1, sizeof buf, pipe)) != 0;) out.text.append(buf, n);
    const int status = pclose(pipe);
    out.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return out;
}

std::map<std::string, std::string> choices(const std::string& environment)
{
    const Outcome o = run(environment, LANECRYPT_DISPATCH_CHILD, "choices");
    EXPECT_EQ(o.status, 0) << environment;
    std::map<std::string, std::string> out;
    std::istringstream in(o.text);
    for (std::string slot, isa; in >> slot >> isa;) out[slot] = isa;
    EXPECT_EQ(out.size(), dispatch::slot_count()) << environment << "\n" << o.text;
    return out;
}

bool quick() { return std::getenv("LANECRYPT_QUICK") != nullptr; }

TEST(Process, EnvironmentLimits)
{
    for (const auto& [slot, isa] : choices("LANECRYPT_CPU=portable")) EXPECT_EQ(isa, "portable") << slot;
    const auto free = choices("-u LANECRYPT_CPU");
    EXPECT_EQ(choices("LANECRYPT_CPU="), free);
    // Within a limit nothing outside it is chosen.
    for (const IsaRow& row : isa_rows) {
        cpu::RowSet allowed = 0;
        for (const std::string prefix : {"", "-"}) {
            if (!prefix.empty() && row.isa == Isa::portable) continue;
            const std::string spec = prefix + row.name;
            ASSERT_TRUE(cpu::parse_limit(spec.c_str(), allowed));
            for (const auto& [slot, isa] : choices("LANECRYPT_CPU=" + spec))
                for (const IsaRow& r : isa_rows)
                    EXPECT_TRUE(isa != r.name || (allowed & cpu::row_bit(r.isa)) != 0) << spec << " " << slot << " " << isa;
        }
    }
}

TEST(Process, EnvironmentWithAnUnknownWordIsIgnored)
{
    EXPECT_EQ(choices("LANECRYPT_CPU=nonsense"), choices("-u LANECRYPT_CPU"));
    EXPECT_EQ(choices("LANECRYPT_CPU=portable,nonsense"), choices("-u LANECRYPT_CPU"));
}

TEST(Process, BeforeMain)
{
    for (const char* const environment : {"-u LANECRYPT_CPU", "LANECRYPT_CPU=portable", "LANECRYPT_CPU=-avx2"}) {
        const Outcome o = run(environment, LANECRYPT_DISPATCH_CHILD_EARLY, "");
        EXPECT_EQ(o.status, 0) << environment << "\n" << o.text;
    }
}

TEST(Process, FirstUseFrom64Threads)
{
    for (int i = 0; i < (quick() ? 3 : 20); ++i) {
        const Outcome o = run("-u LANECRYPT_CPU", LANECRYPT_DISPATCH_CHILD, "threads 64");
        ASSERT_EQ(o.status, 0) << o.text;
    }
}

TEST(Process, ManyStarts)
{
    const int starts = quick() ? 20 : 1000;
    const std::string loop = "i=0; while [ $i -lt " + std::to_string(starts) + " ]; do ${LANECRYPT_TEST_WRAPPER:-} " + LANECRYPT_DISPATCH_CHILD +
                             " threads 2 || exit 1; i=$((i+1)); done";
    EXPECT_EQ(std::system(loop.c_str()), 0);
    std::printf("%d processes started\n", starts);
}

}  // namespace
}  // namespace lanecrypt::test
