// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import javax.tools.ToolProvider;

import io.distlock.leader.LeaderSettings;
import io.distlock.lease.LeaseSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A caller that was compiled before requests and settings got more attributes runs
 * unchanged.
 */
class OlderCallersTests {

	private static final String OLDER_REQUEST = """
			package io.distlock;

			public final class LockRequest {

				public static LockRequest of(String key) {
					return null;
				}

				public LockRequest waitTime(java.time.Duration waitTime) {
					return null;
				}

				public LockRequest shared() {
					return null;
				}

				public java.util.List<String> keys() {
					return null;
				}

				public java.time.Duration waitTime() {
					return null;
				}

			}
			""";

	private static final String OLDER_LEASES = """
			package io.distlock.lease;

			public final class LeaseSettings {

				public static LeaseSettings of(String keyPrefix, String nodeName) {
					return null;
				}

				public LeaseSettings withLeaseTime(java.time.Duration leaseTime) {
					return null;
				}

				public String keyPrefix() {
					return null;
				}

				public java.time.Duration leaseTime() {
					return null;
				}

			}
			""";

	private static final String OLDER_LEADERS = """
			package io.distlock.leader;

			public final class LeaderSettings {

				public static LeaderSettings defaults() {
					return null;
				}

				public LeaderSettings withLeaseTime(java.time.Duration leaseTime) {
					return null;
				}

				public java.time.Duration leaseTime() {
					return null;
				}

			}
			""";

	private static final String CALLER = """
			package older;

			import java.time.Duration;

			import io.distlock.LockRequest;
			import io.distlock.leader.LeaderSettings;
			import io.distlock.lease.LeaseSettings;

			public class Caller implements java.util.function.Supplier<String> {

				@Override
				public String get() {
					LockRequest request = LockRequest.of("a").waitTime(Duration.ofSeconds(1)).shared();
					LeaseSettings leases = LeaseSettings.of("shop", "node").withLeaseTime(Duration.ofSeconds(2));
					LeaderSettings leaders = LeaderSettings.defaults().withLeaseTime(Duration.ofSeconds(3));
					return request.keys() + " " + request.waitTime() + " " + leases.keyPrefix() + " "
							+ leases.leaseTime() + " " + leaders.leaseTime();
				}

			}
			""";

	@TempDir
	private Path directory;

	@BeforeEach
	void compileCaller() throws IOException {
		Path older = Files.createDirectory(this.directory.resolve("older-types"));
		Path classes = Files.createDirectory(this.directory.resolve("classes"));
		compile(older, "LockRequest", OLDER_REQUEST, "LeaseSettings", OLDER_LEASES, "LeaderSettings", OLDER_LEADERS);
		compile(classes, "Caller", CALLER);
	}

	private void compile(Path classes, String... sources) throws IOException {
		List<String> arguments = new ArrayList<>(
				List.of("-cp", this.directory.resolve("older-types").toString(), "-d", classes.toString()));
		for (int i = 0; i < sources.length; i += 2) {
			Path source = this.directory.resolve(sources[i] + ".java");
			arguments.add(Files.writeString(source, sources[i + 1]).toString());
		}
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
			.isZero();
	}

	@Test
	void callerThatWasCompiledBeforeRuns() throws Exception {
		URL[] urls = { this.directory.resolve("classes").toUri().toURL() };
		try (URLClassLoader classes = new URLClassLoader(urls, getClass().getClassLoader())) {
			Supplier<?> caller = (Supplier<?>) classes.loadClass("older.Caller").getConstructor().newInstance();
			assertThat(caller.get()).isEqualTo("[a] PT1S shop PT2S PT3S");
		}
	}

	@ParameterizedTest
	@ValueSource(classes = { LockRequest.class, LeaseSettings.class, LeaderSettings.class })
	void typesThatGrowHaveNoPublicConstructor(Class<?> type) {
		assertThat(type.getConstructors()).isEmpty();
	}

}
