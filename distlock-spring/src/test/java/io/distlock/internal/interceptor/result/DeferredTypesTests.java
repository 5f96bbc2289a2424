// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.result;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class DeferredTypesTests {

	/**
	 * Spring, too, knows publishers only where a library for them is there.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "java.util.concurrent.Flow$Publisher", "java.util.concurrent.SubmissionPublisher",
			"org.reactivestreams.Publisher" })
	void publisherIsDeferredWhateverLibrariesAreThere(String type) throws Exception {
		boolean streams = !type.startsWith("java.");
		try (URLClassLoader without = new URLClassLoader(libraries(streams), ClassLoader.getPlatformClassLoader())) {
			Method isDeferred = without.loadClass(DeferredTypes.class.getName()).getMethod("isDeferred", Class.class);
			assertThat(isDeferred.invoke(null, without.loadClass(type))).isEqualTo(true);
		}
		assertThat(DeferredTypes.isDeferred(Flow.Publisher.class)).isTrue();
	}

	private static URL[] libraries(boolean streams) throws Exception {
		List<URL> libraries = new ArrayList<>();
		for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
			File file = new File(path);
			if (!file.getName().matches("(reactor|rxjava|mutiny" + (streams ? "" : "|reactive-streams") + ").*")) {
				libraries.add(file.toURI().toURL());
			}
		}
		return libraries.toArray(URL[]::new);
	}

}
