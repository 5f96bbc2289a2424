// SPDX-License-Identifier: Apache-2.0

package io.distlock.console.internal;

import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.util.HtmlUtils;

/**
 * CSRF token of a servlet request, if Spring Security provides a token. Otherwise the
 * page reads the cookie {@code XSRF-TOKEN}.
 */
final class CsrfMeta {

	private static final boolean SECURITY = ClassUtils.isPresent("org.springframework.security.web.csrf.CsrfToken",
			CsrfMeta.class.getClassLoader());

	private CsrfMeta() {
	}

	static String ofRequest() {
		RequestAttributes request = RequestContextHolder.getRequestAttributes();
		return (SECURITY && request != null) ? Token.of(request) : "";
	}

	private static final class Token {

		static String of(RequestAttributes request) {
			Object token = request.getAttribute(CsrfToken.class.getName(), RequestAttributes.SCOPE_REQUEST);
			return (token instanceof CsrfToken csrf)
					? meta("csrf-header", csrf.getHeaderName()) + meta("csrf-token", csrf.getToken()) : "";
		}

		private static String meta(String name, String content) {
			return "<meta name=\"%s\" content=\"%s\">%n".formatted(name, HtmlUtils.htmlEscape(content));
		}

	}

}
