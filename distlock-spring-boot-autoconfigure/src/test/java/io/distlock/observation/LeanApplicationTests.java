/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
