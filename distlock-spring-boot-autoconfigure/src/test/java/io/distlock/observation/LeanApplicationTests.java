// SPDX-License-Identifier: Apache-2.0

package io.distlock.observation;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Telemetry is optional.
 */
class LeanApplicationTests {

	@Test
	void locksOfEveryStyleDoWithoutMetricsAndContextPropagation() throws Exception {
		ClassLoader original = Thread.currentThread().getContextClassLoader();
		try (URLClassLoader lean = new URLClassLoader("lean", withoutTelemetry(),
				ClassLoader.getPlatformClassLoader())) {
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> lean.loadClass("io.micrometer.context.ContextSnapshotFactory"));
			assertThatExceptionOfType(ClassNotFoundException.class)
				.isThrownBy(() -> lean.loadClass("io.micrometer.core.instrument.MeterRegistry"));
			Thread.currentThread().setContextClassLoader(lean);
			Object result = lean.loadClass(LeanApplication.class.getName()).getMethod("run").invoke(null);
			assertThat(result).isEqualTo("code blocking stage mono 0");
		}
		finally {
			Thread.currentThread().setContextClassLoader(original);
		}
	}

	/**
	 * Spring itself brings the interfaces of observations, and no more.
	 */
	private static URL[] withoutTelemetry() {
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.filter((path) -> !path.getFileName()
				.toString()
				.matches("(context-propagation|micrometer-(core|tracing|observation-test)|spring-boot-micrometer).*"))
			.map(LeanApplicationTests::url)
			.toArray(URL[]::new);
	}

	private static URL url(Path path) {
		try {
			return path.toUri().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalArgumentException(ex);
		}
	}

}
