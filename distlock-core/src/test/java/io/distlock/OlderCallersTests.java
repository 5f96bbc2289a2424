// SPDX-License-Identifier: Apache-2.0

package io.distlock;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A caller that was compiled before {@link LockRequest} got more attributes runs
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

	private static final String CALLER = """
			package older;

			import io.distlock.LockRequest;

			public class Caller implements java.util.function.Supplier<String> {

				@Override
				public String get() {
					LockRequest request = LockRequest.of("a").waitTime(java.time.Duration.ofSeconds(1)).shared();
					return request.keys() + " " + request.waitTime();
				}

			}
			""";

	@TempDir
	private Path directory;

	@BeforeEach
	void compileCaller() throws IOException {
		Path request = Files.writeString(this.directory.resolve("LockRequest.java"), OLDER_REQUEST);
		Path caller = Files.writeString(this.directory.resolve("Caller.java"), CALLER);
		assertThat(ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, "-d", this.directory.toString(), request.toString(), caller.toString())).isZero();
		Files.delete(this.directory.resolve("io/distlock/LockRequest.class"));
	}

	@Test
	void callerThatWasCompiledBeforeRuns() throws Exception {
		try (URLClassLoader classes = new URLClassLoader(new URL[] { this.directory.toUri().toURL() },
				getClass().getClassLoader())) {
			Supplier<?> caller = (Supplier<?>) classes.loadClass("older.Caller").getConstructor().newInstance();
			assertThat(caller.get()).isEqualTo("[a] PT1S");
		}
	}

	@Test
	void requestsHaveNoPublicConstructorThatAnotherAttributeWouldChange() {
		assertThat(Stream.of(LockRequest.class.getConstructors())).isEmpty();
	}

}
